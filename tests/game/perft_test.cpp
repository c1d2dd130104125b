#include "game/perft.h"

#include <gtest/gtest.h>

#include "game/moves.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

TEST(Perft, PerActionFromTheEmptyBoardMatchesPublishedNumbers) {
  const Variant variant = nine_mens_morris();
  const Position start = start_position(variant);
  const std::uint64_t expected[] = {1, 24, 552, 12144, 255024, 5100480};
  for (int depth = 0; depth <= 5; ++depth)
    EXPECT_EQ(perft_actions(variant, start, depth), expected[depth]) << "depth " << depth;
}

TEST(Perft, PerTurnAgreesWithPerActionUntilTheFirstMillCanClose) {
  const Variant variant = nine_mens_morris();
  const Position start = start_position(variant);
  for (int depth = 0; depth <= 4; ++depth)
    EXPECT_EQ(perft_turns(variant, start, depth), perft_actions(variant, start, depth));
  // At depth 5 White closes one of 16 lines in 3! orders between two Black stones of the other 21
  // points in 2 orders; then the last action takes one of two stones instead of just closing.
  const std::uint64_t closing = 16u * 6u * 21u * 20u;
  EXPECT_EQ(perft_turns(variant, start, 5), perft_actions(variant, start, 5) + closing);
}

TEST(Perft, CountsAMillAndItsRemovalAsTwoActionsAndOneTurn) {
  const Variant variant = nine_mens_morris();
  const Position position =
      position_from(variant, "********/********/OO**@@** w p p 2 7 2 7 0 0 0 0 0 0 0 0 3");
  std::uint64_t actions = 0, turns = 0;
  for (const Action& action : generate_actions(variant, position)) {
    const Position next = apply(variant, position, action);
    actions += next.removals ? 2u : generate_actions(variant, next).size();
  }
  for (const Turn& turn : generate_turns(variant, position))
    turns += generate_turns(variant, apply(variant, position, turn)).size();
  EXPECT_EQ(perft_actions(variant, position, 2), actions);
  EXPECT_EQ(perft_turns(variant, position, 2), turns);
  EXPECT_EQ(perft_turns(variant, position, 1), 21u)
      << "19 quiet placements, and a7 with two choices";
}

TEST(Perft, DoesNotCountGamesThatHaveEnded) {
  const Variant variant = nine_mens_morris();
  const Position lost = position_from(variant, "OO******/@@@*****/******** w");
  EXPECT_EQ(perft_actions(variant, lost, 0), 1u);
  EXPECT_EQ(perft_actions(variant, lost, 1), 0u);
  EXPECT_EQ(perft_turns(variant, lost, 3), 0u);
}

}  // namespace
}  // namespace mill
