#include "tests/builder/rule_settings.h"

#include <functional>

#include "tests/support/test_positions.h"

namespace millstone {
namespace {

/// A ladder of 3 x 4 points with every three in a row a line: stones close two lines at a time.
constexpr std::string_view kLadder = R"(
name = "test-12"
rings = [["a4", "b4", "c4"], ["a3", "b3", "c3"], ["a2", "b2", "c2"], ["a1", "b1", "c1"]]
edges = ["a4-b4", "b4-c4", "a3-b3", "b3-c3", "a2-b2", "b2-c2", "a1-b1", "b1-c1",
         "a4-a3", "a3-a2", "a2-a1", "b4-b3", "b3-b2", "b2-b1", "c4-c3", "c3-c2", "c2-c1"]
lines = ["a4-b4-c4", "a3-b3-c3", "a2-b2-c2", "a1-b1-c1",
         "a4-a3-a2", "b4-b3-b2", "c4-c3-c2", "a3-a2-a1", "b3-b2-b1", "c3-c2-c1"]
)";

/// Ten points, so that five stones a side fill the board.
constexpr std::string_view kFlag = R"(
name = "test-10"
rings = [["a3", "b3", "c3"], ["a2", "b2", "c2", "d2"], ["a1", "b1", "c1"]]
edges = ["a3-b3", "b3-c3", "a2-b2", "b2-c2", "c2-d2", "a1-b1", "b1-c1",
         "a3-a2", "a2-a1", "b3-b2", "b2-b1", "c3-c2", "c2-c1"]
lines = ["a3-b3-c3", "a2-b2-c2", "a1-b1-c1", "a3-a2-a1", "b3-b2-b1", "c3-c2-c1", "b2-c2-d2"]
)";

/// @param board  empty: the grid of three men's morris
RuleSetting make_setting(std::string name, std::string_view board, int stones,
                         const std::function<void(Rules&)>& change) {
  RuleSetting setting{std::move(name), three_mens_morris()};
  if (!board.empty()) setting.variant.board = std::make_shared<const Board>(board_from(board));
  setting.variant.rules = {};
  setting.variant.rules.piece_count = stones;
  change(setting.variant.rules);
  return setting;
}

}  // namespace

std::vector<RuleSetting> quick_rule_settings() {
  const auto none = [](Rules&) {};
  return {
      make_setting("Grid", "", 4, none),
      make_setting("NoFlying", "", 4, [](Rules& r) { r.may_fly = false; }),
      make_setting("FlyWithFour", "", 4, [](Rules& r) { r.fly_piece_count = 4; }),
      make_setting("Lasker", "", 4, [](Rules& r) { r.move_while_placing = true; }),
      make_setting("LaskerHandDoesNotFly", "", 4,
                   [](Rules& r) {
                     r.move_while_placing = true;
                     r.fly_counts_hand = false;
                   }),
      make_setting("LaskerPass", "", 4,
                   [](Rules& r) {
                     r.move_while_placing = true;
                     r.may_fly = false;
                     r.stalemate_action = 1;
                   }),
      make_setting("FromMills", "", 4, [](Rules& r) { r.remove_from_mills = true; }),
      make_setting("Pass", "", 4,
                   [](Rules& r) {
                     r.may_fly = false;
                     r.stalemate_action = 1;
                   }),
      make_setting("TakeAndMoveWhenBlocked", "", 4,
                   [](Rules& r) {
                     r.may_fly = false;
                     r.stalemate_action = 2;
                   }),
      make_setting("TakeWhenBlocked", "", 4,
                   [](Rules& r) {
                     r.may_fly = false;
                     r.stalemate_action = 3;
                   }),
      make_setting("DrawWhenBlocked", "", 4,
                   [](Rules& r) {
                     r.may_fly = false;
                     r.stalemate_action = 4;
                   }),
      make_setting("RemovalFromHand", "", 4, [](Rules& r) { r.placing_mill_action = 1; }),
      make_setting("RemovalFromHandAndPass", "", 4,
                   [](Rules& r) {
                     r.placing_mill_action = 1;
                     r.may_fly = false;
                     r.stalemate_action = 1;
                   }),
      make_setting("RemovalFromHandAndTake", "", 4,
                   [](Rules& r) {
                     r.placing_mill_action = 1;
                     r.may_fly = false;
                     r.stalemate_action = 2;
                   }),
      make_setting("LaskerRemovalFromHand", "", 4,
                   [](Rules& r) {
                     r.placing_mill_action = 1;
                     r.move_while_placing = true;
                   }),
      make_setting("DefenderFirst", "", 4, [](Rules& r) { r.defender_moves_first = true; }),
      make_setting("DefenderFirstNoFlying", "", 4,
                   [](Rules& r) {
                     r.defender_moves_first = true;
                     r.may_fly = false;
                   }),
      make_setting("StopAtTwoEmpty", "", 4, [](Rules& r) { r.stop_at_two_empty = true; }),
      make_setting("StopAtTwoEmptyDefenderFirst", "", 4,
                   [](Rules& r) {
                     r.stop_at_two_empty = true;
                     r.defender_moves_first = true;
                   }),
      make_setting("LeastFour", "", 4, [](Rules& r) { r.pieces_at_least_count = 4; }),
  };
}

std::vector<RuleSetting> slow_rule_settings() {
  return {
      make_setting("Multiple", kLadder, 5,
                   [](Rules& r) {
                     r.remove_multiple = true;
                     r.may_fly = false;
                   }),
      make_setting("MultipleFromHand", kLadder, 5,
                   [](Rules& r) {
                     r.remove_multiple = true;
                     r.placing_mill_action = 1;
                   }),
      make_setting("MultipleLasker", kLadder, 4,
                   [](Rules& r) {
                     r.remove_multiple = true;
                     r.move_while_placing = true;
                   }),
      make_setting("MultipleTakeWhenBlocked", kLadder, 5,
                   [](Rules& r) {
                     r.remove_multiple = true;
                     r.stalemate_action = 2;
                     r.may_fly = false;
                   }),
      make_setting("FullBoardLoses", kFlag, 5, [](Rules& r) { r.board_full_action = 0; }),
      make_setting("FullBoardFirstThenSecond", kFlag, 5, [](Rules& r) { r.board_full_action = 1; }),
      make_setting("FullBoardSecondThenFirst", kFlag, 5,
                   [](Rules& r) {
                     r.board_full_action = 2;
                     r.defender_moves_first = true;
                   }),
      make_setting("FullBoardOneTakes", kFlag, 5, [](Rules& r) { r.board_full_action = 3; }),
      make_setting("FullBoardDraws", kFlag, 5, [](Rules& r) { r.board_full_action = 4; }),
  };
}

std::vector<RuleSetting> rule_settings() {
  std::vector<RuleSetting> settings = quick_rule_settings();
  for (const RuleSetting& setting : slow_rule_settings()) settings.push_back(setting);
  return settings;
}

}  // namespace millstone
