#pragma once

#include <array>
#include <tuple>

#include "game/position_text.h"
#include "game/symmetry.h"

namespace mill {

/// The same for two positions exactly when a symmetry of the board makes them equal.
using PositionClass = std::tuple<Mask, Mask, Mask, int, int, int, bool, Side>;

inline PositionClass class_of(const Board& board, const TextPosition& text_position) {
  const Position& position = text_position.position;
  const auto [own, opponent, targets] =
      least_image(board.symmetries, std::array{position.own, position.opponent, position.targets});
  return {own,
          opponent,
          targets,
          position.own_hand,
          position.opponent_hand,
          position.removals,
          position.goes_on,
          text_position.side};
}

}  // namespace mill
