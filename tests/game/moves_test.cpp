#include "game/moves.h"

#include <gtest/gtest.h>

#include "game/notation.h"
#include "tests/support/test_positions.h"

namespace millstone {
namespace {

class Moves : public ::testing::Test {
 protected:
  std::string turns(const Position& position) const { return turns_from(variant_, position); }
  Position after(const Position& position, std::string_view turn) const {
    const Result<Turn> legal = parse_legal_turn(variant_, position, turn);
    EXPECT_TRUE(legal.has_value()) << turn << shown(variant_, position);
    return legal ? apply(variant_, position, *legal) : position;
  }

  Variant variant_ = nine_mens_morris();
};

TEST_F(Moves, SlideAlongEdgesToEmptyPoints) {
  const Position position = placed(variant_, "a1 d7 e4 b2", "d6 c5 f2");
  EXPECT_EQ(turns(position), "a1-a4 a1-d1 b2-b4 b2-d2 d7-a7 d7-g7 e4-e3 e4-e5 e4-f4");
}

TEST_F(Moves, FlyAnywhereWithThreeStones) {
  const Position position = placed(variant_, "a1 d7 e4", "d6 c5 f2 b4");
  EXPECT_EQ(generate_turns(variant_, position).size(), 3u * (24u - 7u));
  variant_.rules.may_fly = false;
  EXPECT_EQ(turns(position), "a1-a4 a1-d1 d7-a7 d7-g7 e4-e3 e4-e5 e4-f4");
}

TEST_F(Moves, PlaceOnEveryEmptyPointWhileStonesAreInHand) {
  const Position position = placed(variant_, "a1", "d6", 8, 8);
  EXPECT_EQ(generate_turns(variant_, position).size(), 22u);
  EXPECT_EQ(after(position, "d7"), placed(variant_, "d6", "a1 d7", 8, 7));
}

TEST_F(Moves, SlideOnceTheOwnHandIsEmptyThoughTheOpponentStillPlaces) {
  const Position position = placed(variant_, "a1 d7 e4 b2", "d6 c5 f2", 0, 1);
  EXPECT_EQ(turns(position), "a1-a4 a1-d1 b2-b4 b2-d2 d7-a7 d7-g7 e4-e3 e4-e5 e4-f4");
}

TEST_F(Moves, ThatCloseAMillTakeAStoneThatIsInNone) {
  const Position position = placed(variant_, "a7 d7 g4 e3", "d6 d5 f4 f6 f2");
  EXPECT_EQ(turns(position), "a7-a4 d7-g7 e3-d3 e3-e4 g4-g1 g4-g7xd5 g4-g7xd6")
      << "f6, f4 and f2 are a mill";
}

TEST_F(Moves, MayTakeFromMillsWhenAllStonesAreInMills) {
  const Position position = placed(variant_, "a7 d7 g4 c3", "f6 f4 f2");
  const std::string found = turns(position);
  for (std::string_view turn : {"g4-g7xf6", "g4-g7xf4", "g4-g7xf2"})
    EXPECT_NE(found.find(turn), std::string::npos) << turn << shown(variant_, position);
}

TEST_F(Moves, MayTakeFromMillsAlwaysUnderThatRule) {
  variant_.rules.remove_from_mills = true;
  const Position position = placed(variant_, "a7 d7 g4 e3", "d6 d5 f4 f6 f2");
  EXPECT_EQ(turns(position),
            "a7-a4 d7-g7 e3-d3 e3-e4 g4-g1 g4-g7xd5 g4-g7xd6 g4-g7xf2 g4-g7xf4 g4-g7xf6");
}

TEST_F(Moves, ThatCloseTwoMillsTakeOneStone) {
  // g7 completes a7-d7-g7 and g7-g4-g1.
  const Position position = placed(variant_, "a7 d7 g4 g1", "d6 c5 f2", 1, 6);
  for (const Turn& turn : generate_turns(variant_, position))
    EXPECT_EQ(count(turn.removed), turn.to == variant_.board->find_point("g7") ? 1 : 0);
}

TEST_F(Moves, BesideAMillThatStandsTakeNothing) {
  const Position position = placed(variant_, "a7 d7 g7 c3", "d6 b4 f2 e5");
  EXPECT_EQ(turns(position), "a7-a4 c3-c4 c3-d3 g7-g4");
}

TEST_F(Moves, OutOfAMillAndBackTakeAStoneAgain) {
  Position position = placed(variant_, "a7 d7 g7 c3", "b4 f2 e5 d3");
  position = after(position, "g7-g4");
  position = after(position, "b4-b6");
  EXPECT_EQ(after(position, "g4-g7xb6"), placed(variant_, "f2 e5 d3", "a7 d7 g7 c3"));
}

TEST_F(Moves, ThatCloseAMillWithNothingToTakeAreQuiet) {
  const Position position = placed(variant_, "a7 d7", "", 7, 9);
  for (const Turn& turn : generate_turns(variant_, position)) EXPECT_EQ(turn.removed, 0u);
  const Position next = apply(variant_, position, *parse_action(*variant_.board, "g7"));
  EXPECT_EQ(next.removals, 0);
}

TEST_F(Moves, OfActionsLeaveTheSideToMoveWhileARemovalIsPending) {
  const Position position = placed(variant_, "a7 d7", "d1 a1", 7, 7);
  const Position pending = apply(variant_, position, *parse_action(*variant_.board, "g7"));
  EXPECT_EQ(pending.removals, 1);
  EXPECT_EQ(count(pending.own), 3) << "still seen by the side that closed the mill";
  EXPECT_EQ(turns(pending), "xa1 xd1");
  const std::vector<Action> actions = generate_actions(variant_, pending);
  ASSERT_EQ(actions.size(), 2u);
  for (const Action& action : actions) EXPECT_EQ(action.kind, Action::Kind::kRemove);
  const Position next = apply(variant_, pending, *parse_action(*variant_.board, "xa1"));
  EXPECT_EQ(next, placed(variant_, "d1", "a7 d7 g7", 7, 6));
  EXPECT_EQ(next, after(position, "g7xa1")) << "a turn is its actions";
  EXPECT_EQ(next, after(pending, "xa1"));
}

TEST_F(Moves, EndForASideThatIsBlocked) {
  const Position position = placed(variant_, "a7 g7 a1 g1", "d7 a4 g4 d1");
  EXPECT_EQ(status(variant_, position), Status::kBlocked);
  EXPECT_TRUE(generate_turns(variant_, position).empty());
  EXPECT_FALSE(ends_in_draw(variant_, Status::kBlocked));
  EXPECT_EQ(status(variant_, turned(position)), Status::kOpen);
}

TEST_F(Moves, NeverBlockASideThatFlies) {
  const Position position = placed(variant_, "a7 g7 a1", "d7 a4 g4 d1");
  EXPECT_EQ(status(variant_, position), Status::kOpen);
  variant_.rules.may_fly = false;
  EXPECT_EQ(status(variant_, position), Status::kBlocked);
}

TEST_F(Moves, EndForASideWithFewerThanThreeStonesInAll) {
  const Position position = placed(variant_, "a7 d7 g4", "f6 f4 b2");
  const Position next = after(position, "g4-g7xb2");
  EXPECT_EQ(next, placed(variant_, "f6 f4", "a7 d7 g7"));
  EXPECT_EQ(status(variant_, next), Status::kTooFewStones);
  EXPECT_TRUE(generate_turns(variant_, next).empty());
  EXPECT_EQ(status(variant_, placed(variant_, "f6 f4", "a7 d7 g7", 1, 0)), Status::kOpen)
      << "a stone in hand counts";
}

TEST_F(Moves, EndOnAFullBoardAsTheRulesSay) {
  variant_.rules.piece_count = 12;
  const Position full{low_bits(12), variant_.board->all() & ~low_bits(12), 0, 0, 0};
  EXPECT_EQ(status(variant_, full), Status::kBoardFull);
  EXPECT_FALSE(ends_in_draw(variant_, Status::kBoardFull));
  variant_.rules.board_full_action = 4;
  EXPECT_TRUE(ends_in_draw(variant_, Status::kBoardFull));
}

TEST_F(Moves, AgreeBetweenTurnsAndActionsOnEveryPositionOfASmallGame) {
  variant_ = six_mens_morris();
  for_each_position(*variant_.board, {3, 3, 0, 0}, [&](const Position& position) {
    std::size_t turns = 0;
    for (const Action& action : generate_actions(variant_, position)) {
      const Position next = apply(variant_, position, action);
      turns += next.removals ? generate_actions(variant_, next).size() : 1u;
    }
    ASSERT_EQ(generate_turns(variant_, position).size(), turns) << shown(variant_, position);
  });
}

}  // namespace
}  // namespace millstone
