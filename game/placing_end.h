#pragma once

#include <vector>

#include "game/moves.h"

namespace mill {

/// What follows when both hands are empty and nothing is due: the move of the side that the rules
/// name, what boardFullAction says of a full board, or removals that standing mills count
/// (PlacingMillAction::kRemoveWhenPlacingEnds).
/// @param after    of the side that has acted last
/// @param goes_on  whether that side moves first (moves_first()), if it comes to a move
/// @param second   whether it is the second player
Played end_placing(const Variant& variant, const Position& after, bool goes_on, bool second);

/// When a side has taken all stones that such a count gave it: the other side's removals, or the
/// first move. A side that had to take of its own stones may have lost by it.
/// @param after  of the side that has taken them
Played end_counted_removals(const Variant& variant, Position after);

/// What standing mills may earn when placing ends (kRemoveWhenPlacingEnds).
struct CountedRemovals {
  int first = 0, second = 0;  ///< stones that the side coming first takes, and the other
  bool from_own = false;      ///< of its own, each of them
  friend auto operator<=>(const CountedRemovals&, const CountedRemovals&) = default;
};

/// All that so many stones of the two sides may come to. Where they fill the board no others are
/// listed. Safe to call from many threads.
std::vector<CountedRemovals> possible_counted_removals(const Board& board, int first, int second);

/// Whether a position in which the side coming second has stones to take (is_settled()) can have
/// come about; known where the stones have filled the board, else assumed.
bool may_have_counted(const Variant& variant, const Position& position);

}  // namespace mill
