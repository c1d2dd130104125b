#include "game/blocked_side.h"

namespace mill {

BlockedAct board_full_act(const Rules& rules) {
  switch (rules.board_full_action) {
    case BoardFullAction::kFirstPlayerLoses:
      return BlockedAct::kLoses;
    case BoardFullAction::kFirstThenSecondRemoves:
    case BoardFullAction::kSecondThenFirstRemoves:
      return BlockedAct::kRemovesInTurn;
    case BoardFullAction::kSideToMoveRemoves:
      return BlockedAct::kRemoves;
    case BoardFullAction::kDraw:
      return BlockedAct::kDraws;
  }
  MILLSTONE_CHECK(false);
}

BlockedAct stalemate_act(const Rules& rules) {
  switch (rules.stalemate_action) {
    case StalemateAction::kLoss:
      return BlockedAct::kLoses;
    case StalemateAction::kPass:
      return BlockedAct::kPasses;
    case StalemateAction::kRemoveAndMove:
      return BlockedAct::kRemovesAndMoves;
    case StalemateAction::kRemove:
      return BlockedAct::kRemoves;
    case StalemateAction::kDraw:
      return BlockedAct::kDraws;
    case StalemateAction::kBothRemove:
      return BlockedAct::kRemovesInTurn;
  }
  MILLSTONE_CHECK(false);
}

bool full_board_asks_second(const Rules& rules) {
  if (rules.board_full_action == BoardFullAction::kSideToMoveRemoves)
    return rules.defender_moves_first;
  return rules.board_full_action == BoardFullAction::kSecondThenFirstRemoves;
}

bool blocked_takes_adjacent(const Rules& rules) {
  switch (rules.stalemate_action) {
    case StalemateAction::kRemoveAndMove:
    case StalemateAction::kRemove:
    case StalemateAction::kBothRemove:
      return true;
    default:
      return false;
  }
}

BlockedAct blocked_act(const Rules& rules, bool board_full, int own_hand, bool opponent_lost) {
  // It has won, whatever it plays; so it must be able to.
  if (opponent_lost) return BlockedAct::kPasses;
  if (board_full) return board_full_act(rules);
  return own_hand > 0 ? BlockedAct::kLoses : stalemate_act(rules);
}

}  // namespace mill
