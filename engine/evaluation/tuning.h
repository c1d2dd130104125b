#pragma once

#include <cstdint>
#include <vector>

#include "engine/evaluation/feature_evaluation.h"
#include "prober/prober.h"

namespace mill {

/// How well weights agree with a database in one phase.
struct PhaseFit {
  Phase phase = kMoving;
  std::uint64_t samples = 0;     ///< positions asked
  std::uint64_t decided = 0;     ///< ... that are won or lost
  double sign_right = 0;         ///< share of the decided ones whose score has the right sign
  double fitted_sign_right = 0;  ///< the same with the fitted weights
};

struct Tuning {
  Weights fitted{};
  std::vector<PhaseFit> phases;  ///< those that were fitted
};

struct TuningOptions {
  std::vector<Phase> phases;        ///< to fit; empty: all that the game has
  std::uint64_t samples = 100'000;  ///< positions of each phase
  std::uint64_t seed = 1;
  Weights compared_with = kDefaultWeights;
};

/// Fits the weights of the evaluation to the values of a database: linear least squares on win 1,
/// draw 0, loss -1 over random positions, at most one stone uneven (and while placing, at most two
/// stones lost), in which the side to move cannot take a stone at once; half of them to fit and
/// half to judge. A stone is then worth 100. Phases that are not fitted keep the weights compared
/// with. kMissingFile naming the phases of which the database has no such positions; the prober's
/// first error.
Result<Tuning> tune(const Prober& prober, const TuningOptions& options);

}  // namespace mill
