#pragma once

#include <optional>
#include <vector>

#include "prober/prober.h"

namespace mill {

/// What the files tell of a legal turn, for the side that plays it.
struct PartialTurn {
  Turn turn;
  std::optional<Value> value;   ///< none where it is not known
  std::optional<int> distance;  ///< plies to the end, the turn included; none in a draw and where
                                ///< it is not known
  std::optional<Grade> grade = {};  ///< of a draw, for who plays it, where all of its kind have one
};

/// What the files tell of a position and of its turns, some of which may be missing. The one
/// definition of which turn is best then.
struct PartialTurns {
  KnownValue position;             ///< of the position itself
  std::vector<PartialTurn> turns;  ///< best first, last those of which nothing is known
  std::optional<Error> gap;        ///< why something is not known, damage first; none where all is

  /// Whether it is known that no turn is better than the first, which there must be.
  bool first_is_best() const;

  /// Whether the first, which there must be, is known to keep the value, and what is not known is
  /// so for want of files alone: good enough to be played, though others may win sooner or lose
  /// later.
  bool first_may_be_played() const;
};

/// Looks up a position and each of its turns. Where the files of a successor are missing or cannot
/// be read, its value is not known. Errors as Prober::known_value() where those of the position
/// are, kVerificationFailed where files contradict one another.
Result<PartialTurns> look_up_turns(const Prober& prober, const Position& position);

/// Why no turn is known to be best: the gap, or kVerificationFailed without one.
tl::unexpected<Error> no_best_turn(const PartialTurns& known);

}  // namespace mill
