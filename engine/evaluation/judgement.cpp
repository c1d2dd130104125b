#include "engine/evaluation/judgement.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>

#include "engine/evaluation/network_kernels.h"
#include "engine/evaluation/shipped_networks.h"
#include "game/subset_rank.h"
#include "prober/position_samples.h"

namespace mill {
namespace {

using Probabilities = std::array<double, kNetworkValues>;  // of loss, draw, win

Probabilities softmax(const std::array<double, kNetworkValues>& logits) {
  const double most = *std::ranges::max_element(logits);
  Probabilities shares;
  double sum = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) sum += shares[i] = std::exp(logits[i] - most);
  for (double& share : shares) share /= sum;
  return shares;
}

/// Logits of a score: those of loss and win are linear in it, that of a draw is 0.
class LogisticModel {
 public:
  Probabilities operator()(Score score) const {
    const double x = score / kUnit;
    return softmax({terms_[0] * x + terms_[1], 0, terms_[2] * x + terms_[3]});
  }

  /// Newton's method, a touch damped.
  void fit(const std::vector<std::pair<Score, Value>>& samples) {
    constexpr int kSteps = 30;
    for (int step = 0; step < kSteps; ++step) {
      Eigen::Matrix4d curvature = Eigen::Matrix4d::Identity();
      Eigen::Vector4d slope = -terms_;
      for (const auto& [score, value] : samples) add(score, value, curvature, slope);
      terms_ += curvature.ldlt().solve(slope);
    }
  }

 private:
  static constexpr double kUnit = 100;  // hundredths of a stone

  void add(Score score, Value value, Eigen::Matrix4d& curvature, Eigen::Vector4d& slope) const {
    const Probabilities shares = (*this)(score);
    const Eigen::Vector2d inputs(score / kUnit, 1);
    const std::array<std::size_t, 2> outcomes = {0, 2};
    for (int a = 0; a < 2; ++a) {
      const double share = shares[outcomes[static_cast<std::size_t>(a)]];
      const bool is_it = static_cast<std::size_t>(value) == outcomes[static_cast<std::size_t>(a)];
      slope.segment<2>(2 * a) += (is_it - share) * inputs;
      for (int b = 0; b < 2; ++b) {
        const double other = shares[outcomes[static_cast<std::size_t>(b)]];
        curvature.block<2, 2>(2 * a, 2 * b) +=
            share * ((a == b) - other) * inputs * inputs.transpose();
      }
    }
  }

  Eigen::Vector4d terms_ = Eigen::Vector4d::Zero();
};

/// Sums of one row.
struct Tally {
  std::uint64_t samples = 0, features_right = 0, network_right = 0;
  double features_loss = 0, network_loss = 0;

  Judgement judgement(Phase phase, int stones, bool has_network) const {
    const auto all = static_cast<double>(samples);
    const Agreement features{features_loss / all, static_cast<double>(features_right) / all};
    const Agreement network{network_loss / all, static_cast<double>(network_right) / all};
    return {phase, stones, samples, features, has_network ? std::optional(network) : std::nullopt};
  }
};

bool is_likeliest(const Probabilities& shares, Value value) {
  return std::ranges::max_element(shares) - shares.begin() == static_cast<int>(value);
}

double loss_of(const Probabilities& shares, Value value) {
  return -std::log(std::max(shares[static_cast<std::size_t>(value)], 1e-12));
}

class Judge {
 public:
  Judge(const Prober& prober, const JudgementOptions& options)
      : prober_(prober),
        options_(options),
        moves_(prober.variant()),
        features_(moves_, kDefaultWeights),
        network_(shipped_network(prober.variant())) {}

  Result<std::vector<Judgement>> judge() {
    std::vector<Judgement> rows;
    for (int phase = 0; phase < kPhaseCount; ++phase)
      MILLSTONE_TRY(judge_phase(static_cast<Phase>(phase), rows));
    if (rows.empty())
      return fail(ErrorCode::kMissingFile, "the database has no positions to judge by");
    return rows;
  }

 private:
  Result<void> judge_phase(Phase phase, std::vector<Judgement>& rows) const {
    const auto fitted = MILLSTONE_TRY(draw(phase, SamplePart::kTraining));
    const auto judged = MILLSTONE_TRY(draw(phase, SamplePart::kHeldOut));
    if (fitted.positions.empty() || judged.positions.empty()) return {};
    std::vector<std::pair<Score, Value>> scores;
    for (std::size_t i = 0; i < fitted.positions.size(); ++i)
      scores.emplace_back(features_.score(searched(fitted.positions[i])), fitted.values[i]);
    LogisticModel model;
    model.fit(scores);
    std::map<int, Tally> tallies;  // by stones; 0: all
    for (std::size_t i = 0; i < judged.positions.size(); ++i) {
      const SearchPosition at = searched(judged.positions[i]);
      for (const int stones : {0, at.own_count + at.opponent_count})
        add(tallies[stones], model, at, judged.values[i]);
    }
    for (const auto& [stones, tally] : tallies)
      rows.push_back(tally.judgement(phase, stones, network_ != nullptr));
    return {};
  }

  static SearchPosition searched(const Position& position) {
    return SearchPosition::of(position, 0, 0);
  }

  void add(Tally& tally, const LogisticModel& model, const SearchPosition& at, Value value) const {
    const Probabilities by_features = model(features_.score(at));
    ++tally.samples;
    tally.features_right += is_likeliest(by_features, value);
    tally.features_loss += loss_of(by_features, value);
    const auto rows =
        network_ ? network_->find(at.position, at.own_count, at.opponent_count) : std::nullopt;
    if (!rows) return;
    constexpr double kStep = 1 << kLogitShift;
    const NetworkLogits logits = available_network_kernels().front()->logits(*rows);
    const Probabilities by_network =
        softmax({logits[0] / kStep, logits[1] / kStep, logits[2] / kStep});
    tally.network_right += is_likeliest(by_network, value);
    tally.network_loss += loss_of(by_network, value);
  }

  /// Positions of a phase, of each of its subspaces by how many it has.
  Result<PositionSamples> draw(Phase phase, SamplePart part) const {
    std::mt19937_64 random(options_.seed);
    std::vector<std::pair<Subspace, double>> sizes;
    double all = 0;
    for (const Subspace& subspace : prober_.subspaces()) {
      if (features_.phase(subspace) != phase) continue;
      sizes.emplace_back(subspace, positions_of(subspace));
      all += sizes.back().second;
    }
    PositionSamples drawn;
    for (const auto& [subspace, size] : sizes) {
      SampleOptions options;
      options.count = static_cast<std::uint64_t>(
          std::llround(static_cast<double>(options_.samples) * size / all));
      options.seed = random();
      options.quiet = true;
      options.part = part;
      if (options.count == 0) continue;
      const auto some = MILLSTONE_TRY(sample_positions(prober_, subspace, options));
      drawn.positions.insert(drawn.positions.end(), some.positions.begin(), some.positions.end());
      drawn.values.insert(drawn.values.end(), some.values.begin(), some.values.end());
    }
    return drawn;
  }

  double positions_of(const Subspace& subspace) const {
    const int points = variant().board->points();
    return static_cast<double>(binomial(points, subspace.own)) *
           static_cast<double>(binomial(points - subspace.own, subspace.opponent));
  }

  const Variant& variant() const { return prober_.variant(); }

  const Prober& prober_;
  const JudgementOptions& options_;
  const MoveMaker moves_;
  const FeatureEvaluation features_;
  const Network* const network_;
};

}  // namespace

Result<std::vector<Judgement>> judge_evaluations(const Prober& prober,
                                                 const JudgementOptions& options) {
  return Judge(prober, options).judge();
}

}  // namespace mill
