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

/// Makes means of the sums in a bin.
void divide_by_forecasts(CalibrationBin& bin) {
  if (bin.forecasts == 0) return;
  bin.forecast /= static_cast<double>(bin.forecasts);
  bin.observed /= static_cast<double>(bin.forecasts);
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

/// Sums of what one evaluation held of some positions.
class AgreementSums {
 public:
  void add(const Probabilities& shares, Value value) {
    const auto truth = static_cast<std::size_t>(value);
    right_ += std::ranges::max_element(shares) - shares.begin() == static_cast<int>(value);
    loss_ -= std::log(std::max(shares[truth], 1e-12));
    for (std::size_t i = 0; i < shares.size(); ++i) {
      CalibrationBin& bin = calibration_[i][bin_of(shares[i])];
      ++bin.forecasts;
      bin.forecast += shares[i];
      bin.observed += i == truth;
    }
  }

  Agreement of(std::uint64_t samples) const {
    const auto all = static_cast<double>(samples);
    Agreement found{loss_ / all, static_cast<double>(right_) / all, calibration_};
    for (Calibration& bins : found.calibration)
      for (CalibrationBin& bin : bins) divide_by_forecasts(bin);
    return found;
  }

 private:
  static std::size_t bin_of(double share) {
    constexpr std::size_t kBins = std::tuple_size_v<Calibration>;
    return std::min(static_cast<std::size_t>(share * kBins), kBins - 1);
  }

  std::uint64_t right_ = 0;
  double loss_ = 0;
  std::array<Calibration, kNetworkValues> calibration_ = {};  // sums in place of means
};

/// Sums of one row.
struct Tally {
  std::uint64_t samples = 0;
  AgreementSums features, network;

  Judgement judgement(Phase phase, int stones, bool has_network) const {
    return {phase, stones, samples, features.of(samples),
            has_network ? std::optional(network.of(samples)) : std::nullopt};
  }
};

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
    ++tally.samples;
    tally.features.add(model(features_.score(at)), value);
    const auto rows =
        network_ ? network_->find(at.position, at.own_count, at.opponent_count) : std::nullopt;
    if (!rows) return;
    constexpr double kStep = 1 << kLogitShift;
    const NetworkLogits logits = available_network_kernels().front()->logits(*rows);
    tally.network.add(softmax({logits[0] / kStep, logits[1] / kStep, logits[2] / kStep}), value);
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

Calibration pooled(const std::array<Calibration, 3>& calibration) {
  Calibration all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const Calibration& bins : calibration) {
      const CalibrationBin& bin = bins[i];
      all[i].forecasts += bin.forecasts;
      all[i].forecast += static_cast<double>(bin.forecasts) * bin.forecast;
      all[i].observed += static_cast<double>(bin.forecasts) * bin.observed;
    }
    divide_by_forecasts(all[i]);
  }
  return all;
}

double calibration_error(const std::array<Calibration, 3>& calibration) {
  std::uint64_t forecasts = 0;  // as many of each value
  double distances = 0;
  for (const Calibration& bins : calibration)
    for (const CalibrationBin& bin : bins) {
      forecasts += bin.forecasts;
      distances += static_cast<double>(bin.forecasts) * std::abs(bin.forecast - bin.observed);
    }
  return forecasts == 0 ? 0 : distances / static_cast<double>(forecasts);
}

Result<std::vector<Judgement>> judge_evaluations(const Prober& prober,
                                                 const JudgementOptions& options) {
  return Judge(prober, options).judge();
}

}  // namespace mill
