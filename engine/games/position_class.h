#pragma once

#include <array>
#include <tuple>

#include "game/position_text.h"
#include "game/symmetry.h"

namespace mill {

/// The same for two positions exactly when a symmetry of the board makes them equal.
using PositionClass = std::tuple<std::array<Mask, 11>, int, int, int, bool, int,
                                 std::array<bool, 3>, Memory::Cause, Side>;

inline PositionClass class_of(const Board& board, const TextPosition& text_position) {
  const Position& position = text_position.position;
  const Memory& memory = position.memory;
  const auto from = [](const Memory::MillMove& move) { return move.exists() ? bit(move.from) : 0; };
  const auto to = [](const Memory::MillMove& move) { return move.exists() ? bit(move.to) : 0; };
  const std::array<Mask, 11> sets = {position.own,
                                     position.opponent,
                                     position.targets,
                                     memory.together,
                                     memory.marked,
                                     memory.own_used,
                                     memory.opponent_used,
                                     from(memory.own_mill),
                                     to(memory.own_mill),
                                     from(memory.opponent_mill),
                                     to(memory.opponent_mill)};
  return {least_image(board.symmetries, sets),
          position.own_hand,
          position.opponent_hand,
          position.removals,
          position.goes_on,
          memory.opponent_removals,
          {memory.from_own, memory.ends_placing, memory.has_lost},
          memory.cause,
          text_position.side};
}

}  // namespace mill
