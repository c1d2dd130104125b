// The solver against brute force for whole small games under many rule settings.

#include <gtest/gtest.h>

#include "tests/builder/brute_force.h"
#include "tests/builder/solved_closure.h"
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

struct Setting {
  std::string name;
  std::string_view board;  ///< empty: the grid of three men's morris
  Rules rules;
};

std::ostream& operator<<(std::ostream& stream, const Setting& setting) {
  return stream << setting.name;
}

Setting make_setting(std::string name, std::string_view board, int stones,
                     const std::function<void(Rules&)>& change) {
  Setting setting{std::move(name), board, {}};
  setting.rules.piece_count = stones;
  change(setting.rules);
  return setting;
}

std::vector<Setting> settings() {
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

class RuleSettings : public ::testing::TestWithParam<Setting> {};

/// Compares every slot of the whole game with brute force.
/// @param longest_win  what a byte is used for, see key_plane.h
void expect_brute_force(const Variant& variant, const BruteForce& expected, int longest_win) {
  const Subspace start = subspace_of(start_position(variant));
  for (const auto& [subspace, solved] :
       solve_closure(variant, start, best_kernels(), longest_win)) {
    const Numbering& numbering = solved.keys->geometry().numbering();
    std::vector<Key> keys(solved.counts.slots);
    solved.keys->copy_slots(0, keys);
    int longest_found = 0;
    for (std::uint64_t slot = 0; slot < keys.size(); ++slot) {
      const Position position = numbering.position(subspace, slot);
      const Outcome found = solved.keys->longs().outcome(slot, keys[slot]);
      ASSERT_EQ(found, expected.outcome(position))
          << subspace.text() << " slot " << slot << shown(variant, position);
      longest_found = std::max(longest_found, found.distance);
    }
    EXPECT_EQ(std::max(solved.counts.longest_win, solved.counts.longest_loss), longest_found);
  }
}

TEST_P(RuleSettings, GiveTheOutcomesOfBruteForceInEverySlot) {
  const Setting& setting = GetParam();
  Variant variant = three_mens_morris();
  if (!setting.board.empty())
    variant.board = std::make_shared<const Board>(board_from(setting.board));
  variant.rules = setting.rules;
  const BruteForce expected(variant, subspace_of(start_position(variant)));
  expect_brute_force(variant, expected, kLongestExactWin);
  // As if a byte held no longer distances than these: the way of very long games.
  expect_brute_force(variant, expected, 3);
  expect_brute_force(variant, expected, 7);
}

INSTANTIATE_TEST_SUITE_P(All, RuleSettings, ::testing::ValuesIn(settings()),
                         [](const auto& setting) { return setting.param.name; });

}  // namespace
}  // namespace millstone
