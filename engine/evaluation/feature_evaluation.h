#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "engine/evaluation/evaluation.h"
#include "engine/positions/move_maker.h"
#include "game/subspace.h"

namespace mill {

/// What this evaluation looks at: each the number of the side to move minus that of the other side.
enum Feature : int {
  kStones,       ///< on the board and in hand
  kMills,        ///< lines complete
  kOpenTwos,     ///< lines of which one empty point is missing
  kReadyTwos,    ///< ... and a stone outside the line can go there next
  kDoubleMills,  ///< ... and that stone stands in a mill now
  kBlocked,      ///< stones without an empty neighbour
  kMobility,     ///< empty points next to a stone
  kTempo,        ///< always 1: being to move
  kFeatureCount,
};
using Features = std::array<int, kFeatureCount>;
std::string_view feature_name(Feature feature);

/// Parts of a game that are valued differently. Placing is early, middle or late by the share of
/// all stones that is still in hand, in thirds. Flying: a side flies, and nobody places.
enum Phase : int { kPlacingEarly, kPlacingMiddle, kPlacingLate, kMoving, kFlying, kPhaseCount };
std::string_view phase_name(Phase phase);

/// Hundredths of a stone for each unit of a feature, by phase.
using Weights = std::array<std::array<int, kFeatureCount>, kPhaseCount>;

/// Fitted to database values by `millstone tune`; see engine/README.md.
extern const Weights kDefaultWeights;

/// Values positions by their features.
class FeatureEvaluation final : public Evaluation {
 public:
  FeatureEvaluation(const MoveMaker& moves, const Weights& weights)
      : moves_(moves), weights_(weights) {}

  Phase phase(const SearchPosition& at) const;
  Phase phase(const Subspace& subspace) const;  ///< of all its positions
  Features features(const SearchPosition& at) const;

  Score score(const SearchPosition& at) const override;
  std::uint64_t identity() const override;

 private:
  const MoveMaker& moves_;
  Weights weights_;
};

}  // namespace mill
