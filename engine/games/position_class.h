#pragma once

#include <tuple>

#include "game/position_text.h"
#include "game/symmetry.h"

namespace mill {

/// The same for two positions exactly when a symmetry of the board makes them equal.
using PositionClass = std::tuple<Mask, Mask, int, int, int, Side>;

inline PositionClass class_of(const Board& board, const TextPosition& text_position) {
  const Position& position = text_position.position;
  const Stones least = least_image(board.symmetries, {position.own, position.opponent});
  return {least.first,       least.second,      position.own_hand, position.opponent_hand,
          position.removals, text_position.side};
}

}  // namespace mill
