#include "game/position.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

TEST(Position, AtTheStartHasAllStonesInHand) {
  const Position start = start_position(nine_mens_morris());
  EXPECT_EQ(start, (Position{0, 0, 9, 9, 0}));
  EXPECT_EQ(start.own_total(), 9);
}

TEST(Position, TurnedSwapsTheSidesAndDropsWhatWasPending) {
  const Position position{1, 6, 2, 3, 1};
  EXPECT_EQ(turned(position), (Position{6, 1, 3, 2, 0}));
}

TEST(Position, ThatCannotBeIsRefused) {
  const Variant variant = nine_mens_morris();
  const auto refusal = [&](const Position& position, std::string_view message) {
    return fails_with(check_position(variant, position), ErrorCode::kInvalidArgument, message);
  };
  EXPECT_TRUE(succeeds(check_position(variant, start_position(variant))));
  EXPECT_TRUE(refusal({bit(24), 0, 0, 0, 0}, "outside the board"));
  EXPECT_TRUE(refusal({1, 1, 0, 0, 0}, "two stones stand on d5"));
  EXPECT_TRUE(refusal({low_bits(10), 0, 0, 0, 0}, "the side to move has 10 stones"));
  EXPECT_TRUE(refusal({0, low_bits(4), 9, 6, 0}, "the opponent has 10 stones"));
  EXPECT_TRUE(refusal({7, 0, 6, 9, 1}, "no stone to take"));
}

TEST(Position, MayRememberSomethingWhereARuleAsksForIt) {
  constexpr void (*kKinds[])(Memory&) = {
      [](Memory& memory) { memory.marked = bit(9); },
      [](Memory& memory) { memory.own_used = bit(9); },
      [](Memory& memory) { memory.opponent_used = bit(9); },
      [](Memory& memory) {
        memory.own_mill = {0, 1};
      },
      [](Memory& memory) {
        memory.opponent_mill = {0, 1};
      },
      [](Memory& memory) { memory.opponent_removals = 1; },
      [](Memory& memory) { memory.from_own = true; },
      [](Memory& memory) { memory.cause = Memory::Cause::kLeap; },
      [](Memory& memory) { memory.ends_placing = true; },
      [](Memory& memory) { memory.out_of_turn = true; },
      [](Memory& memory) { memory.has_lost = true; }};
  for (const Preset& preset : list_presets()) {
    const bool may_remember = std::ranges::any_of(kKinds, [&](const auto& remember) {
      Position position{7, 56};
      remember(position.memory);
      return !fails_with(check_position(preset.variant, position), ErrorCode::kInvalidArgument,
                         "remembers what no rule");
    });
    EXPECT_EQ(has_memory(preset.variant), may_remember) << preset.name;
  }
}

TEST(Flying, DependsOnTheRulesTheStonesAndTheHand) {
  Rules rules;
  EXPECT_TRUE(flies(rules, 3, 0));
  EXPECT_FALSE(flies(rules, 4, 0));
  EXPECT_FALSE(flies(rules, 3, 1)) << "the hand counts";
  rules.fly_counts_hand = false;
  EXPECT_FALSE(flies(rules, 3, 1)) << "a side with a stone in hand never flies";
  EXPECT_TRUE(flies(rules, 3, 0));
  rules.fly_piece_count = 4;
  EXPECT_TRUE(flies(rules, 4, 0));
  rules.may_fly = false;
  EXPECT_FALSE(flies(rules, 3, 0));
}

}  // namespace
}  // namespace mill
