#include "game/moves.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "game/notation.h"
#include "game/perft.h"
#include "tests/support/test_positions.h"

namespace mill {
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
  variant_.rules.board_full_action = BoardFullAction::kDraw;
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

// One position for both settings of each field that changes moves.

class Rule : public Moves {};

TEST_F(Rule, MayMoveInPlacingPhaseAddsMovesToPlacements) {
  const Position position = placed(variant_, "a1", "d6", 8, 8);
  EXPECT_EQ(generate_turns(variant_, position).size(), 22u);
  variant_.rules.move_while_placing = true;
  EXPECT_EQ(generate_turns(variant_, position).size(), 22u + 2u);
  EXPECT_EQ(after(position, "a1-a4"), placed(variant_, "d6", "a4", 8, 8));
}

TEST_F(Rule, FlyCountsHandDecidesWhetherASideWithStonesInHandFlies) {
  variant_.rules.move_while_placing = true;
  const Position position = placed(variant_, "a1 g7", "d6 f4 b2", 1, 1);
  EXPECT_EQ(generate_turns(variant_, position).size(), 19u + 2u * 19u);
  variant_.rules.fly_counts_hand = false;
  EXPECT_EQ(generate_turns(variant_, position).size(), 19u + 4u);
}

TEST_F(Rule, FlyPieceCountSaysHowManyStonesFly) {
  const Position position = placed(variant_, "a1 d7 e4 b2", "d6 c5 f2");
  EXPECT_EQ(generate_turns(variant_, position).size(), 9u);
  variant_.rules.fly_piece_count = 4;
  EXPECT_EQ(generate_turns(variant_, position).size(), 4u * 17u);
}

TEST_F(Rule, MayRemoveMultipleTakesAStoneForEachLine) {
  // g7 completes a7-d7-g7 and g7-g4-g1.
  const Position position = placed(variant_, "a7 d7 g4 g1", "d6 c5 f2 b4", 1, 3);
  const std::string_view one = "g7xd6";
  EXPECT_EQ(after(position, one), placed(variant_, "c5 f2 b4", "a7 d7 g4 g1 g7", 3, 0));
  variant_.rules.remove_multiple = true;
  EXPECT_FALSE(parse_legal_turn(variant_, position, one));
  EXPECT_EQ(after(position, "g7xd6xc5"), placed(variant_, "f2 b4", "a7 d7 g4 g1 g7", 3, 0));
  std::size_t captures = 0;
  for (const Turn& turn : generate_turns(variant_, position)) captures += turn.removed != 0;
  EXPECT_EQ(captures, 6u) << "two of four stones, in whatever order";
}

TEST_F(Rule, MayRemoveMultipleAsksAgainAfterEachStone) {
  variant_.rules.remove_multiple = true;
  // The mill f6-f4-f2 protects its stones until the loose d5 is gone.
  const Position position = placed(variant_, "a7 d7 g4 g1", "f6 f4 f2 d5", 1, 0);
  std::set<std::string> captures;
  for (const Turn& turn : generate_turns(variant_, position))
    if (turn.removed) captures.insert(turn_text(*variant_.board, turn));
  EXPECT_EQ(captures.size(), 3u);
  for (const std::string& text : captures) EXPECT_NE(text.find("xd5"), std::string::npos) << text;
}

TEST_F(Rule, MayRemoveMultipleStopsWhenTheOpponentHasTooFew) {
  variant_.rules.remove_multiple = true;
  const Position position = placed(variant_, "a7 d7 g4 g1", "d6 c5 f2", 1, 0);
  for (const Turn& turn : generate_turns(variant_, position))
    EXPECT_EQ(count(turn.removed), turn.to == variant_.board->find_point("g7") ? 1 : 0);
}

TEST_F(Rule, MillsOfPlacedStonesMayTakeFromTheHand) {
  const Position position = placed(variant_, "a7 d7", "d6 c5", 7, 7);
  EXPECT_EQ(after(position, "g7xd6"), placed(variant_, "c5", "a7 d7 g7", 7, 6));
  variant_.rules.placing_mill_action = PlacingMillAction::kRemoveFromHand;
  EXPECT_EQ(after(position, "g7"), placed(variant_, "d6 c5", "a7 d7 g7", 6, 6));
  const Position no_hand = placed(variant_, "a7 d7", "d6 c5 f4", 1, 0);
  Position lost = placed(variant_, "c5 f4", "a7 d7 g7", 0, 0);
  lost.memory.has_lost = true;
  EXPECT_EQ(after(no_hand, "g7xd6"), lost) << "from the board if the hand is empty";
  EXPECT_EQ(status(variant_, lost), Status::kTooFewStones);
}

TEST_F(Rule, WhatAHandLosesEndsNoGame) {
  variant_.rules.pieces_at_least_count = 4;
  const Position position = placed(variant_, "a7 d7", "d6 c5", 7, 2);
  for (const auto action :
       {PlacingMillAction::kRemoveFromHand, PlacingMillAction::kRemoveFromHandAndGoOn}) {
    variant_.rules.placing_mill_action = action;
    const Position left = after(position, "g7");
    EXPECT_EQ(std::min(left.own_total(), left.opponent_total()), 3);
    EXPECT_EQ(status(variant_, left), Status::kOpen);
  }
}

TEST_F(Rule, IsDefenderMoveFirstLetsTheSecondPlayerGoOn) {
  const Position last = placed(variant_, "a1 d1 b2", "g7 d7 f6 e4", 1, 0);
  EXPECT_EQ(after(last, "g4"), placed(variant_, "g7 d7 f6 e4", "a1 d1 b2 g4"));
  variant_.rules.defender_moves_first = true;
  const Result<Turn> turn = parse_legal_turn(variant_, last, "g4");
  ASSERT_TRUE(turn);
  EXPECT_TRUE(keeps_turn(variant_, last, *turn));
  EXPECT_EQ(apply(variant_, last, *turn), placed(variant_, "a1 d1 b2 g4", "g7 d7 f6 e4"));
  const Position earlier = placed(variant_, "a1 d1 b2", "g7 d7 f6 e4", 2, 1);
  EXPECT_FALSE(keeps_turn(variant_, earlier, *turn)) << "others are still in hand";
}

TEST_F(Rule, StopPlacingWhenTwoEmptySquaresEmptiesTheHands) {
  variant_ = three_mens_morris();
  variant_.rules.piece_count = 4;
  const Position position = placed(variant_, "a1 b1 a2", "c1 c3 b3", 1, 1);
  EXPECT_EQ(after(position, "c2"), placed(variant_, "c1 c3 b3", "a1 b1 a2 c2", 1, 0));
  variant_.rules.stop_at_two_empty = true;
  EXPECT_EQ(after(position, "c2"), placed(variant_, "c1 c3 b3", "a1 b1 a2 c2", 0, 0));
}

class StalemateActions : public Moves {
 protected:
  // White holds the corners of the outer ring, every way out is taken.
  Position blocked_ = placed(variant_, "a7 g7 a1 g1", "d7 a4 g4 d1 d5");
};

TEST_F(StalemateActions, 0And4EndTheGame) {
  EXPECT_EQ(status(variant_, blocked_), Status::kBlocked);
  EXPECT_FALSE(ends_in_draw(variant_, Status::kBlocked));
  variant_.rules.stalemate_action = StalemateAction::kDraw;
  EXPECT_EQ(status(variant_, blocked_), Status::kBlocked);
  EXPECT_TRUE(ends_in_draw(variant_, Status::kBlocked));
}

TEST_F(StalemateActions, 1Passes) {
  variant_.rules.stalemate_action = StalemateAction::kPass;
  EXPECT_EQ(turns(blocked_), "pass");
  EXPECT_EQ(after(blocked_, "pass"), turned(blocked_));
  EXPECT_EQ(status(variant_, placed(variant_, "a7", "d7 a4", 0, 1)), Status::kTooFewStones);
}

TEST_F(StalemateActions, 2TakesAnAdjacentStoneAndMoves) {
  variant_.rules.stalemate_action = StalemateAction::kRemoveAndMove;
  for (const Turn& turn : generate_turns(variant_, blocked_)) {
    EXPECT_GE(turn.to, 0);
    EXPECT_FALSE(turn.removed & bit(variant_.board->find_point("d5"))) << "d5 is not adjacent";
  }
  EXPECT_EQ(after(blocked_, "a7-d7xd7"), placed(variant_, "a4 g4 d1 d5", "d7 g7 a1 g1"));
}

TEST_F(StalemateActions, 3TakesAnAdjacentStoneAndPassesTheTurn) {
  variant_.rules.stalemate_action = StalemateAction::kRemove;
  EXPECT_EQ(turns(blocked_), "xa4 xd1 xd7 xg4");
  EXPECT_EQ(after(blocked_, "xd7"), placed(variant_, "a4 g4 d1 d5", "a7 g7 a1 g1"));
}

TEST_F(StalemateActions, 5HasBothTakeAnAdjacentStone) {
  variant_.rules.stalemate_action = StalemateAction::kBothRemove;
  EXPECT_EQ(turns(blocked_), "xa4 xd1 xd7 xg4");
  Position answer = after(blocked_, "xd7");
  EXPECT_EQ(answer.removals, 1);
  // g7 and the others stand next to a4, g4 or d1; of the stones in a mill none would be safe.
  EXPECT_EQ(turns(answer), "xa1 xa7 xg1 xg7");
  const Position open = after(answer, "xa1");
  EXPECT_EQ(open, placed(variant_, "a7 g7 g1", "a4 g4 d1 d5"));
  EXPECT_EQ(generate_turns(variant_, open).front().removed, 0U);
}

TEST_F(StalemateActions, 5MovesAtOnceWhereThereIsNothingToAnswerWith) {
  variant_.board = std::make_shared<const Board>(board_from(R"(
name = "test-8"
rings = [["a1", "b1", "c1"], ["d1", "e1", "f1", "g1", "h1"]]
edges = ["a1-d1", "b1-d1", "c1-d1", "d1-e1", "e1-f1", "f1-g1", "g1-h1"]
lines = ["e1-f1-g1"]
)"));
  variant_.rules.piece_count = 4;
  variant_.rules.may_fly = false;
  variant_.rules.stalemate_action = StalemateAction::kBothRemove;
  const Position cornered = placed(variant_, "a1 b1 c1", "d1 f1 g1 h1");
  EXPECT_EQ(turns(cornered), "a1-d1xd1 b1-d1xd1 c1-d1xd1");
  EXPECT_EQ(after(cornered, "a1-d1xd1"), placed(variant_, "f1 g1 h1", "b1 c1 d1"));
}

TEST_F(StalemateActions, DoesNotHelpASideThatCannotPlace) {
  variant_ = three_mens_morris();
  variant_.rules.piece_count = 5;
  variant_.rules.stalemate_action = StalemateAction::kPass;
  const Position full = placed(variant_, "a1 b1 c2 a3", "c1 a2 b2 b3 c3", 1, 0);
  EXPECT_EQ(status(variant_, full), Status::kCannotPlace);
  EXPECT_TRUE(generate_turns(variant_, full).empty());
}

TEST_F(Rule, BoardFullActionsTakeStones) {
  variant_.rules.piece_count = 12;
  const Position full{low_bits(12), variant_.board->all() & ~low_bits(12), 0, 0, 0};
  for (int action : {1, 2, 3}) {
    variant_.rules.board_full_action = static_cast<BoardFullAction>(action);
    EXPECT_EQ(status(variant_, full), Status::kOpen);
    for (const Turn& turn : generate_turns(variant_, full)) {
      EXPECT_EQ(count(turn.removed), 1);
      EXPECT_EQ(apply(variant_, full, turn).removals, action == 3 ? 0 : 1)
          << "the other side takes a stone, too, before anybody moves";
    }
  }
}

TEST_F(Rule, AFullBoardTakesAdjacentStonesWhereABlockedSideDoes) {
  // Source: what the program whose rule this is does from this position on.
  constexpr std::string_view kFull =
      "@@@O@O@O/@O@OO@O@/@OOO@@OO w m s 12 0 12 0 0 0 0 0 0 0 0 0 13";
  std::vector<RuleField> settings = {{"pieceCount", "12"}, {"boardFullAction", "1"}};
  variant_ = *find_variant("nine-mens-morris", settings);
  EXPECT_EQ(turns(position_from(variant_, kFull)), "xa1 xb2 xb6 xc4 xd1 xd3 xe4 xe5 xf4");
  settings.push_back({"stalemateAction", ""});
  for (const char* action : {"2", "3", "5"}) {
    settings.back().value = action;
    variant_ = *find_variant("nine-mens-morris", settings);
    const Position full = position_from(variant_, kFull);
    EXPECT_EQ(turns(full), "xa1 xb2 xb6 xc4 xd1 xd3 xd5 xd6 xd7 xe4 xf4");
    // Black can move to a1 then, and so takes what a mill might.
    EXPECT_EQ(after(full, "xa1").targets, 0U);
  }
}

TEST_F(Rule, EveryPresetHasTheMovesOfItsBoardAtTheStart) {
  for (const Preset& preset : list_presets()) {
    const Variant& variant = preset.variant;
    const auto points = static_cast<std::uint64_t>(variant.board->points());
    const Position start = start_position(variant);
    EXPECT_EQ(perft_turns(variant, start, 1), points) << variant.name;
    EXPECT_EQ(perft_turns(variant, start, 2), points * (points - 1)) << variant.name;
    // In Lasker Morris either stone may slide; how many ways depends on the board.
    if (variant.rules.move_while_placing) continue;
    EXPECT_EQ(perft_turns(variant, start, 3), points * (points - 1) * (points - 2)) << variant.name;
  }
}

}  // namespace
}  // namespace mill
