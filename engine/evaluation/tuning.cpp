#include "engine/evaluation/tuning.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <random>

#include "game/transitions.h"
#include "prober/position_samples.h"

namespace mill {
namespace {

// With more stones ahead the game is over for an evaluation; what matters is decided before.
constexpr int kMostAhead = 1;

// By both sides while they place: few games lose more of their stones so early.
constexpr int kMostLost = 2;

// In wins: a stone that a database gives less than this is no measure for anything else.
constexpr double kLeastStone = 0.01;

/// A position of the database as the fit sees it.
struct Sample {
  Features features;
  int value = 0;  // 1 win, 0 draw, -1 loss
};

/// Draws random positions of some subspaces.
class Sampler {
 public:
  Sampler(const Prober& prober, const MoveMaker& moves, std::uint64_t seed)
      : prober_(prober), moves_(moves), random_(seed) {}

  /// Those of some subspaces whose positions belong to a phase and are worth a look.
  std::vector<Subspace> of_phase(const FeatureEvaluation& evaluation, Phase phase,
                                 const std::vector<Subspace>& among) const {
    std::vector<Subspace> subspaces;
    for (const Subspace& subspace : among)
      if (is_even(subspace) && evaluation.phase(subspace) == phase) subspaces.push_back(subspace);
    return subspaces;
  }

  /// Positions of one phase, evenly from all its subspaces.
  Result<std::vector<Sample>> draw(const FeatureEvaluation& evaluation, Phase phase,
                                   std::uint64_t samples) {
    const auto subspaces = of_phase(evaluation, phase, prober_.subspaces());
    std::vector<Sample> drawn;
    // Only quiet positions count, so not every draw does; boards too full have none.
    const std::uint64_t most_tries = 20 * samples;
    for (std::uint64_t tries = 0; !subspaces.empty() && drawn.size() < samples; ++tries) {
      if (tries == most_tries) break;
      const Position position = random_position(subspaces[tries % subspaces.size()]);
      const SearchPosition at = SearchPosition::of(position, 0, 0);
      if (!is_quiet(moves_.variant(), position) || is_held_out(*moves_.variant().board, position))
        continue;
      const auto value = MILLSTONE_TRY(prober_.value(position));
      drawn.push_back({evaluation.features(at), static_cast<int>(value) - 1});
    }
    return drawn;
  }

 private:
  /// Whether its positions are such that an evaluation makes a difference.
  bool is_even(const Subspace& subspace) const {
    const int own = subspace.own + subspace.own_hand;
    const int opponent = subspace.opponent + subspace.opponent_hand;
    const int lost = 2 * moves_.variant().rules.piece_count - own - opponent;
    const bool placing = subspace.own_hand + subspace.opponent_hand > 0;
    return std::abs(own - opponent) <= kMostAhead && (!placing || lost <= kMostLost);
  }

  Position random_position(const Subspace& subspace) {
    return mill::random_position(*moves_.variant().board, subspace, random_);
  }

  const Prober& prober_;
  const MoveMaker& moves_;
  std::mt19937_64 random_;
};

using Row = std::array<int, kFeatureCount>;
using FeatureWorth = Eigen::Matrix<double, kFeatureCount, 1>;

int score(const Features& features, const Row& weights) {
  int sum = 0;
  for (int i = 0; i < kFeatureCount; ++i) sum += features[i] * weights[i];
  return sum;
}

/// The value that a unit of each feature is worth: least squares, with a touch of damping for
/// features that never differ.
FeatureWorth fit(const std::vector<Sample>& samples) {
  Eigen::Matrix<double, kFeatureCount, kFeatureCount> products;
  products.setIdentity();
  FeatureWorth targets = FeatureWorth::Zero();
  for (const Sample& sample : samples) {
    FeatureWorth features;
    for (int i = 0; i < kFeatureCount; ++i) features[i] = sample.features[i];
    products += features * features.transpose();
    targets += features * sample.value;
  }
  return products.ldlt().solve(targets);
}

Row weights_of(const FeatureWorth& worth, double a_stone) {
  Row weights;
  for (int i = 0; i < kFeatureCount; ++i)
    weights[i] = static_cast<int>(std::lround(100 * worth[i] / a_stone));
  return weights;
}

std::uint64_t count_decided(const std::vector<Sample>& samples) {
  return static_cast<std::uint64_t>(std::count_if(
      samples.begin(), samples.end(), [](const Sample& sample) { return sample.value != 0; }));
}

double share_of_right_signs(const std::vector<Sample>& samples, const Row& weights) {
  std::uint64_t right = 0, decided = 0;
  for (const Sample& sample : samples) {
    decided += sample.value != 0;
    right += sample.value * score(sample.features, weights) > 0;
  }
  return decided ? static_cast<double>(right) / static_cast<double>(decided) : 0;
}

constexpr Phase kPhases[] = {kMoving, kPlacingEarly, kPlacingMiddle, kPlacingLate, kFlying};

/// The phases to fit, in the order of kPhases: those wanted, otherwise those that the game has.
std::vector<Phase> phases_to_fit(const Sampler& sampler, const FeatureEvaluation& evaluation,
                                 const Variant& variant, const std::vector<Phase>& wanted) {
  const std::vector<Subspace> game =
      wanted.empty() ? closure(variant, {subspace_of(variant, start_position(variant))})
                     : std::vector<Subspace>{};
  std::vector<Phase> phases;
  for (const Phase phase : kPhases)
    if (wanted.empty() ? !sampler.of_phase(evaluation, phase, game).empty()
                       : std::find(wanted.begin(), wanted.end(), phase) != wanted.end())
      phases.push_back(phase);
  return phases;
}

tl::unexpected<Error> no_samples(const std::vector<Phase>& phases) {
  std::vector<std::string_view> names;
  names.reserve(phases.size());
  for (const Phase phase : phases) names.push_back(phase_name(phase));
  return fail(ErrorCode::kMissingFile,
              "the database has no quiet positions with even stones of {}: build the subspaces of "
              "{}, or name the phases to fit with --phase",
              fmt::join(names, ", "), phases.size() == 1 ? "this phase" : "these phases");
}

}  // namespace

Result<Tuning> tune(const Prober& prober, const TuningOptions& options) {
  const MoveMaker moves(prober.variant());
  const FeatureEvaluation evaluation(moves, options.compared_with);
  Tuning tuning;
  tuning.fitted = options.compared_with;
  Sampler sampler(prober, moves, options.seed);
  // Moving comes first: what a stone is worth there is the measure for all phases.
  double a_stone = 0;
  const std::vector<Phase> phases =
      phases_to_fit(sampler, evaluation, prober.variant(), options.phases);
  std::vector<Phase> empty;
  for (const Phase phase : phases)
    if (sampler.of_phase(evaluation, phase, prober.subspaces()).empty()) empty.push_back(phase);
  if (!empty.empty()) return no_samples(empty);
  for (const Phase phase : phases) {
    const auto to_fit = MILLSTONE_TRY(sampler.draw(evaluation, phase, options.samples / 2));
    const auto to_judge = MILLSTONE_TRY(sampler.draw(evaluation, phase, options.samples / 2));
    if (to_fit.empty() || to_judge.empty()) return no_samples({phase});
    const FeatureWorth worth = fit(to_fit);
    if (a_stone <= 0) a_stone = std::max(worth[kStones], kLeastStone);
    tuning.fitted[phase] = weights_of(worth, a_stone);
    PhaseFit result{phase, to_fit.size() + to_judge.size(), 0, 0, 0};
    result.decided = count_decided(to_fit) + count_decided(to_judge);
    result.sign_right = share_of_right_signs(to_judge, options.compared_with[phase]);
    result.fitted_sign_right = share_of_right_signs(to_judge, tuning.fitted[phase]);
    tuning.phases.push_back(result);
  }
  return tuning;
}

}  // namespace mill
