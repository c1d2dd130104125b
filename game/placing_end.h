#pragma once

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

}  // namespace mill
