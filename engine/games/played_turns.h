#pragma once

#include <cstddef>
#include <vector>

#include "engine/games/game.h"

namespace mill {

/// A turn of a game that was played: which of the actions it is made of, and what they come to.
struct PlayedTurn {
  std::size_t first = 0;  ///< index of its first action, and of the position before it
  std::size_t end = 0;    ///< index behind its last action, and of the position after it
  Turn turn;              ///< legal in the position before it, unless it is not complete
  bool complete = true;   ///< false if the game stopped before all its stones were taken
};

/// The turns of a game in order; they share out all actions. The two halves of the ply that ends
/// placing under isDefenderMoveFirst are two turns.
std::vector<PlayedTurn> played_turns(const Game& game);

/// The first action of a legal turn, in an order that the rules allow.
inline Action first_action(const Variant& variant, const Position& position, const Turn& turn) {
  const std::vector<Action> actions = legal_actions(variant, position, turn);
  MILLSTONE_CHECK(!actions.empty());
  return actions.front();
}

}  // namespace mill
