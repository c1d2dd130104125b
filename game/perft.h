#pragma once

#include <cstdint>

#include "game/position.h"

namespace mill {

/// Number of sequences of `depth` legal actions from the position: a placement, slide or flight
/// counts one, the removal it earns another. 1 at depth 0; games that end earlier do not count.
std::uint64_t perft_actions(const Variant& variant, const Position& position, int depth);

/// The same in plies: a turn and its removals count one.
std::uint64_t perft_turns(const Variant& variant, const Position& position, int depth);

}  // namespace mill
