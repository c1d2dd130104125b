#pragma once

#include "game/variant.h"

namespace mill {

/// What becomes of a side that can neither place nor move.
enum class BlockedAct : std::uint8_t {
  kLoses,
  kDraws,
  kPasses,
  kRemoves,          ///< takes a stone of the opponent
  kRemovesAndMoves,  ///< the same, then moves
  kRemovesInTurn,    ///< the same, then the other side takes one, and it is to move again
};

/// What the rules call a full board: nobody has a stone left for it, and there is no room for one.
/// @param hands  stones in both hands
/// @param room   whether a point is empty
constexpr bool board_is_full(int hands, bool room) { return hands == 0 && !room; }

/// As the rules say of a full board, and of a blocked side on any other. What boardFullAction and
/// stalemateAction mean is decided here alone.
BlockedAct board_full_act(const Rules& rules);
BlockedAct stalemate_act(const Rules& rules);

/// Whether it is the second player to whom boardFullAction speaks first, whoever has placed last.
bool full_board_asks_second(const Rules& rules);

/// As the rules say of a position by its counts.
/// @param board_full      board_is_full()
/// @param opponent_lost   whether the opponent has too few stones to go on
BlockedAct blocked_act(const Rules& rules, bool board_full, int own_hand, bool opponent_lost);

/// Whether the game goes on with a turn of that side.
constexpr bool has_turn(BlockedAct act) {
  return act != BlockedAct::kLoses && act != BlockedAct::kDraws;
}

/// Whether a blocked side takes only a stone next to an own one, where mills protect nothing, on a
/// full board too; else one that a mill could take.
bool blocked_takes_adjacent(const Rules& rules);

}  // namespace mill
