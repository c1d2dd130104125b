#include "tests/support/rule_settings.h"

#include <functional>

#include "tests/support/small_boards.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

/// @param board  none: the grid of three men's morris
RuleSetting make_setting(std::string name, std::shared_ptr<const Board> board, int stones,
                         const std::function<void(Rules&)>& change) {
  RuleSetting setting{std::move(name), three_mens_morris()};
  if (board) setting.variant.board = std::move(board);
  setting.variant.rules = {};
  setting.variant.rules.piece_count = stones;
  change(setting.variant.rules);
  return setting;
}

void from_hand_and_go_on(Rules& rules) {
  rules.placing_mill_action = PlacingMillAction::kRemoveFromHandAndGoOn;
}

void marked(Rules& rules) { rules.placing_mill_action = PlacingMillAction::kMark; }

void counted(Rules& rules) {
  rules.placing_mill_action = PlacingMillAction::kRemoveWhenPlacingEnds;
  rules.remove_from_mills = true;
}

}  // namespace

std::vector<RuleSetting> quick_rule_settings() {
  const auto none = [](Rules&) {};
  return {
      make_setting("Grid", nullptr, 4, none),
      make_setting("NoFlying", nullptr, 4, [](Rules& r) { r.may_fly = false; }),
      make_setting("FlyWithFour", nullptr, 4, [](Rules& r) { r.fly_piece_count = 4; }),
      make_setting("Lasker", nullptr, 4, [](Rules& r) { r.move_while_placing = true; }),
      make_setting("LaskerHandDoesNotFly", nullptr, 4,
                   [](Rules& r) {
                     r.move_while_placing = true;
                     r.fly_counts_hand = false;
                   }),
      make_setting("LaskerPass", nullptr, 4,
                   [](Rules& r) {
                     r.move_while_placing = true;
                     r.may_fly = false;
                     r.stalemate_action = StalemateAction::kPass;
                   }),
      make_setting("FromMills", nullptr, 4, [](Rules& r) { r.remove_from_mills = true; }),
      make_setting("Pass", nullptr, 4,
                   [](Rules& r) {
                     r.may_fly = false;
                     r.stalemate_action = StalemateAction::kPass;
                   }),
      make_setting("TakeAndMoveWhenBlocked", nullptr, 4,
                   [](Rules& r) {
                     r.may_fly = false;
                     r.stalemate_action = StalemateAction::kRemoveAndMove;
                   }),
      make_setting("TakeWhenBlocked", nullptr, 4,
                   [](Rules& r) {
                     r.may_fly = false;
                     r.stalemate_action = StalemateAction::kRemove;
                   }),
      make_setting("BothTakeWhenBlocked", nullptr, 4,
                   [](Rules& r) {
                     r.may_fly = false;
                     r.stalemate_action = StalemateAction::kBothRemove;
                   }),
      make_setting("DrawWhenBlocked", nullptr, 4,
                   [](Rules& r) {
                     r.may_fly = false;
                     r.stalemate_action = StalemateAction::kDraw;
                   }),
      make_setting("RemovalFromHand", nullptr, 4,
                   [](Rules& r) { r.placing_mill_action = PlacingMillAction::kRemoveFromHand; }),
      make_setting("RemovalFromHandAndPass", nullptr, 4,
                   [](Rules& r) {
                     r.placing_mill_action = PlacingMillAction::kRemoveFromHand;
                     r.may_fly = false;
                     r.stalemate_action = StalemateAction::kPass;
                   }),
      make_setting("RemovalFromHandAndTake", nullptr, 4,
                   [](Rules& r) {
                     r.placing_mill_action = PlacingMillAction::kRemoveFromHand;
                     r.may_fly = false;
                     r.stalemate_action = StalemateAction::kRemoveAndMove;
                   }),
      make_setting("LaskerRemovalFromHand", nullptr, 4,
                   [](Rules& r) {
                     r.placing_mill_action = PlacingMillAction::kRemoveFromHand;
                     r.move_while_placing = true;
                   }),
      make_setting("DefenderFirst", nullptr, 4, [](Rules& r) { r.defender_moves_first = true; }),
      make_setting("DefenderFirstNoFlying", nullptr, 4,
                   [](Rules& r) {
                     r.defender_moves_first = true;
                     r.may_fly = false;
                   }),
      make_setting("StopAtTwoEmpty", nullptr, 4, [](Rules& r) { r.stop_at_two_empty = true; }),
      make_setting("StopAtTwoEmptyDefenderFirst", nullptr, 4,
                   [](Rules& r) {
                     r.stop_at_two_empty = true;
                     r.defender_moves_first = true;
                   }),
      make_setting("LeastFour", nullptr, 4, [](Rules& r) { r.pieces_at_least_count = 4; }),
      make_setting("FromHandAndGoOn", nullptr, 4, from_hand_and_go_on),
      make_setting("FromHandAndGoOnMultiple", nullptr, 4,
                   [](Rules& r) {
                     from_hand_and_go_on(r);
                     r.remove_multiple = true;
                     r.stalemate_action = StalemateAction::kPass;
                     r.may_fly = false;
                   }),
      make_setting("FromHandDefenderFirst", nullptr, 4,
                   [](Rules& r) {
                     r.placing_mill_action = PlacingMillAction::kRemoveFromHand;
                     r.defender_moves_first = true;
                   }),
      make_setting("LaskerDefenderFirst", nullptr, 4,
                   [](Rules& r) {
                     r.move_while_placing = true;
                     r.defender_moves_first = true;
                   }),
      make_setting("Marked", nullptr, 4, marked),
      make_setting("MarkedDefenderFirst", nullptr, 4,
                   [](Rules& r) {
                     marked(r);
                     r.defender_moves_first = true;
                     r.remove_multiple = true;
                     r.may_fly = false;
                   }),
      make_setting("Counted", nullptr, 4, counted),
      make_setting("CountedDefenderFirst", nullptr, 4,
                   [](Rules& r) {
                     counted(r);
                     r.defender_moves_first = true;
                   }),
      make_setting("Custodian", nullptr, 4, [](Rules& r) { r.custodian.enabled = true; }),
      make_setting("Leap", nullptr, 4,
                   [](Rules& r) {
                     r.leap.enabled = true;
                     r.may_fly = false;
                   }),
      make_setting("CapturesOfThree", nullptr, 4,
                   [](Rules& r) {
                     r.custodian.enabled = r.leap.enabled = true;
                     r.custodian.only_with_three = r.leap.only_with_three = true;
                     r.may_fly = false;
                   }),
      make_setting("RepeatedMillsAtWill", flag_board(), 4,
                   [](Rules& r) {
                     r.restrict_repeated_mills = r.remove_from_mills = r.remove_multiple = true;
                     r.fly_piece_count = 4;
                   }),
      make_setting("RepeatedMillsTakeWhenBlocked", flag_board(), 5,
                   [](Rules& r) {
                     r.restrict_repeated_mills = r.remove_multiple = true;
                     r.stalemate_action = StalemateAction::kRemove;
                     r.fly_piece_count = 4;
                   }),
      make_setting("RepeatedMillsBothTake", flag_board(), 5,
                   [](Rules& r) {
                     r.restrict_repeated_mills = true;
                     r.stalemate_action = StalemateAction::kBothRemove;
                     r.placing_mill_action = PlacingMillAction::kRemoveFromHand;
                     r.fly_piece_count = 4;
                   }),
  };
}

std::vector<RuleSetting> slow_rule_settings() {
  return {
      make_setting("MarkedLasker", nullptr, 4,
                   [](Rules& r) {
                     marked(r);
                     r.move_while_placing = true;
                   }),
      make_setting("MarkedOnAFullBoard", flag_board(), 5,
                   [](Rules& r) {
                     marked(r);
                     r.board_full_action = BoardFullAction::kFirstThenSecondRemoves;
                     r.may_fly = false;
                   }),
      make_setting("CountedOnAFullBoard", flag_board(), 5,
                   [](Rules& r) {
                     counted(r);
                     r.may_fly = false;
                   }),
      make_setting("RepeatedMills", ladder_board(), 4,
                   [](Rules& r) { r.restrict_repeated_mills = true; }),
      make_setting("RepeatedMillsOfSlidingStones", ladder_board(), 5,
                   [](Rules& r) {
                     r.restrict_repeated_mills = true;
                     r.stalemate_action = StalemateAction::kRemove;
                     r.may_fly = false;
                   }),
      make_setting("Intervention", ladder_board(), 4,
                   [](Rules& r) { r.intervention.enabled = true; }),
      make_setting("InterventionOnCrossLines", ladder_board(), 4,
                   [](Rules& r) {
                     r.intervention.enabled = r.remove_multiple = true;
                     r.intervention.on_square_edges = false;
                   }),
      make_setting("AllCaptures", ladder_board(), 4,
                   [](Rules& r) {
                     r.custodian.enabled = r.intervention.enabled = r.leap.enabled = true;
                     r.move_while_placing = true;
                   }),
      make_setting("Multiple", ladder_board(), 5,
                   [](Rules& r) {
                     r.remove_multiple = true;
                     r.may_fly = false;
                   }),
      make_setting("MultipleFromHand", ladder_board(), 5,
                   [](Rules& r) {
                     r.remove_multiple = true;
                     r.placing_mill_action = PlacingMillAction::kRemoveFromHand;
                   }),
      make_setting("MultipleLasker", ladder_board(), 4,
                   [](Rules& r) {
                     r.remove_multiple = true;
                     r.move_while_placing = true;
                   }),
      make_setting("MultipleTakeWhenBlocked", ladder_board(), 5,
                   [](Rules& r) {
                     r.remove_multiple = true;
                     r.stalemate_action = StalemateAction::kRemoveAndMove;
                     r.may_fly = false;
                   }),
      make_setting("FullBoardLoses", flag_board(), 5,
                   [](Rules& r) { r.board_full_action = BoardFullAction::kFirstPlayerLoses; }),
      make_setting(
          "FullBoardFirstThenSecond", flag_board(), 5,
          [](Rules& r) { r.board_full_action = BoardFullAction::kFirstThenSecondRemoves; }),
      make_setting("FullBoardSecondThenFirst", flag_board(), 5,
                   [](Rules& r) {
                     r.board_full_action = BoardFullAction::kSecondThenFirstRemoves;
                     r.defender_moves_first = true;
                   }),
      make_setting("FullBoardAdjacent", flag_board(), 5,
                   [](Rules& r) {
                     r.board_full_action = BoardFullAction::kFirstThenSecondRemoves;
                     r.stalemate_action = StalemateAction::kBothRemove;
                     r.may_fly = false;
                   }),
      make_setting("FullBoardOneTakes", flag_board(), 5,
                   [](Rules& r) { r.board_full_action = BoardFullAction::kSideToMoveRemoves; }),
      make_setting("FullBoardDraws", flag_board(), 5,
                   [](Rules& r) { r.board_full_action = BoardFullAction::kDraw; }),
  };
}

std::vector<RuleSetting> rule_settings() {
  std::vector<RuleSetting> settings = quick_rule_settings();
  for (const RuleSetting& setting : slow_rule_settings()) settings.push_back(setting);
  return settings;
}

}  // namespace mill
