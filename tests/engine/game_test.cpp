#include "engine/games/game.h"

#include <gtest/gtest.h>

#include <string>

#include "game/notation.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

Variant variant_with(std::string_view name, const std::vector<RuleField>& settings) {
  Result<Variant> variant = find_variant(name, settings);
  MILLSTONE_CHECK(variant.has_value());
  return std::move(*variant);
}

TextPosition text_position(const Variant& variant, std::string_view text) {
  const Result<TextPosition> position = parse_position_text(variant, text);
  EXPECT_TRUE(succeeds(position));
  return position.value_or(TextPosition{});
}

/// Plays moves with a space between, which must be legal.
void play_all(Game& game, std::string_view moves) {
  while (!moves.empty()) {
    const std::size_t end = std::min(moves.find(' '), moves.size());
    ASSERT_TRUE(succeeds(game.play(moves.substr(0, end))))
        << moves << shown(game.variant(), game.position());
    moves.remove_prefix(std::min(end + 1, moves.size()));
  }
}

std::string text_now(const Game& game) { return position_text(game.variant(), game.now()); }

class GameTest : public ::testing::Test {
 protected:
  Game from(std::string_view text, const HistoryRules& history = {}) const {
    return {variant_, text_position(variant_, text), history};
  }

  Variant variant_ = nine_mens_morris();
};

constexpr std::string_view kFourAgainstFour = "***OO***/**@@***@/O*O*@*** w";

TEST_F(GameTest, FollowsThePositionTextsOfOtherPrograms) {
  // The examples of the position text in game/README.md, one game.
  Game game(variant_);
  EXPECT_EQ(text_now(game), "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1");
  play_all(game, "d6 f4");
  EXPECT_EQ(text_now(game), "********/O*@*****/******** w p p 1 8 1 8 0 0 0 0 0 0 0 0 2");
  while (!game.actions().empty()) game.undo();
  play_all(game, "d7 a1 g7 d1 a7");
  EXPECT_EQ(text_now(game), "********/********/OO**@@*O w p r 3 6 2 7 1 0 0 0 0 0 0 0 3");
  play_all(game, "xa1");
  EXPECT_EQ(text_now(game), "********/********/OO**@**O b p p 3 6 1 7 0 0 0 0 0 0 0 0 3");
}

TEST_F(GameTest, KeepsEveryPositionOnTheWay) {
  Game game(variant_);
  play_all(game, "d7 a1 g7 d1 a7 xa1");
  ASSERT_EQ(game.positions().size(), 7u);
  EXPECT_EQ(game.positions().front(), game.start());
  EXPECT_EQ(game.positions().back(), game.now());
  EXPECT_EQ(game.positions()[4].side, Side::kWhite);
  EXPECT_EQ(game.positions()[5].side, Side::kWhite) << "the removal is pending";
  EXPECT_EQ(game.positions()[6].side, Side::kBlack);
}

TEST_F(GameTest, PlaysAWholeTurnAtOnce) {
  Game actions(variant_), turns(variant_);
  play_all(actions, "d7 a1 g7 d1 a7 xa1");
  play_all(turns, "d7 a1 g7 d1 a7xa1");
  EXPECT_EQ(turns.now(), actions.now());
  EXPECT_EQ(turns.actions().size(), 6u);
}

TEST_F(GameTest, RefusesWhatIsNotLegalAndStaysAsItWas) {
  Game game(variant_);
  play_all(game, "d7 a1 g7 d1");
  const TextPosition before = game.now();
  for (const char* text : {"d7", "d7-a7", "xa1", "a7xd7", "a7xg4", "g4xa1", "pass"})
    EXPECT_TRUE(fails_with(game.play(text), ErrorCode::kInvalidArgument, "not legal")) << text;
  for (const char* text : {"", "z9", "a7-", "xa1xa1"})
    EXPECT_TRUE(fails_with(game.play(text), ErrorCode::kInvalidArgument, "move")) << text;
  EXPECT_EQ(game.now(), before);
  EXPECT_EQ(game.actions().size(), 4u);
  EXPECT_EQ(game.positions().size(), 5u);
}

TEST_F(GameTest, RefusesToGoOnWhenItIsOver) {
  Game game = from("********/********/OO*O**** b");
  EXPECT_TRUE(fails_with(game.play("a1"), ErrorCode::kInvalidArgument, "over (too few stones)"));
}

TEST_F(GameTest, UndoIsTheInverseOfPlay) {
  Game game(variant_);
  play_all(game, "d7 a1 g7 d1 a7xa1 a1");
  for (std::size_t left = game.actions().size(); left > 0; --left) {
    const TextPosition after = game.now();
    const Action action = game.actions().back();
    game.undo();
    ASSERT_TRUE(succeeds(game.play(action)));
    EXPECT_EQ(game.now(), after);
    game.undo();
  }
  EXPECT_EQ(game.now(), game.start());
}

TEST_F(GameTest, CountsPliesSinceTheLastPlacementOrRemoval) {
  Game game = from(kFourAgainstFour);
  play_all(game, "d7-a7 d1-a1");
  EXPECT_EQ(game.now().rule50, 2);
  EXPECT_EQ(game.now().fullmove, 2);
}

TEST_F(GameTest, TakesTheCountersOfItsStartOver) {
  Game game = from("********/O*@*****/******** b p p 1 8 1 8 0 0 0 0 0 0 0 0 7");
  play_all(game, "b6");
  EXPECT_EQ(game.now().fullmove, 8);
  EXPECT_EQ(game.now().rule50, 0);
}

TEST_F(GameTest, CountersStayAtTheLargestNumber) {
  Game game = from("***OO***/**@@***@/O*O*@*** b m s 4 0 4 0 0 0 0 0 0 0 0 2147483647 2147483647");
  play_all(game, "d1-a1");
  EXPECT_EQ(game.now().rule50, 2147483647);
  EXPECT_EQ(game.now().fullmove, 2147483647);
}

TEST_F(GameTest, IsWonByTheLastMillAgainstThreeStones) {
  Game game = from("**@*****/@@******/OO**O*** w");
  play_all(game, "d1-a7");
  EXPECT_EQ(game.result(), GameResult{}) << "a stone has still to be taken";
  play_all(game, "xd6");
  EXPECT_EQ(game.result(), (GameResult{Ending::kTooFewStones, Side::kWhite}));
}

TEST_F(GameTest, IsLostByTheSideThatIsBlocked) {
  const Game game = from("********/********/O@O@O@O@ b");
  EXPECT_EQ(game.result(), (GameResult{Ending::kBlocked, Side::kWhite}));
}

TEST_F(GameTest, IsDrawnByABlockedSideUnderThatRule) {
  variant_ = variant_with("nine-mens-morris", {{"stalemateAction", "4"}});
  const Game game = from("********/********/O@O@O@O@ b");
  EXPECT_EQ(game.result(), (GameResult{Ending::kBlocked, std::nullopt}));
}

TEST_F(GameTest, IsDrawnTheThirdTimeAPositionOccurs) {
  Game game = from(kFourAgainstFour);
  for (int round = 1; round <= 2; ++round) {
    EXPECT_EQ(game.repetitions(), round);
    EXPECT_EQ(game.result(), GameResult{});
    play_all(game, "d7-a7 d1-a1 a7-d7 a1-d1");
  }
  EXPECT_EQ(game.repetitions(), 3);
  EXPECT_EQ(game.result(), (GameResult{Ending::kRepetition, std::nullopt}));
  EXPECT_TRUE(succeeds(game.play("d7-a7"))) << "the rules of the position allow it";
}

TEST_F(GameTest, GoesOnForEverWithoutTheRulesOfItsHistory) {
  Game game = from(kFourAgainstFour, {0, 0, false});
  for (int round = 0; round < 60; ++round) play_all(game, "d7-a7 d1-a1 a7-d7 a1-d1");
  EXPECT_EQ(game.repetitions(), 61);
  EXPECT_EQ(game.result(), GameResult{});
}

TEST_F(GameTest, ARepetitionNeedsTheSameSideToMove) {
  // White loses a move on a triangle of flights: the same stones, the other side to move.
  Game game = from("***O****/**@@***@/O*O*@*** w");
  play_all(game, "d7-a7 d1-a1 a7-a4 a1-d1 a4-d7");
  EXPECT_EQ(game.position(), turned(game.start().position));
  EXPECT_EQ(game.repetitions(), 1);
}

TEST_F(GameTest, PositionsBeforeARemovalOrPlacementDoNotCount) {
  // Lasker Morris returns to the same stones on the board while a hand still changes.
  variant_ = variant_with("lasker-morris", {});
  Game game(variant_);
  play_all(game, "d7 d1 d7-a7 d1-a1 a7-d7 a1-d1");
  EXPECT_EQ(game.repetitions(), 2);
  play_all(game, "g4");
  EXPECT_EQ(game.repetitions(), 1);
  EXPECT_EQ(game.now().rule50, 0);
}

TEST_F(GameTest, IsDrawnAfterSoManyPliesWithoutProgress) {
  Game game = from(kFourAgainstFour, {6, 100, false});
  play_all(game, "d7-a7 d1-a1 a7-d7 a1-d1 d7-a7");
  EXPECT_EQ(game.result(), GameResult{});
  play_all(game, "d1-a1");
  EXPECT_EQ(game.result(), (GameResult{Ending::kNMoveRule, std::nullopt}));
}

TEST_F(GameTest, CountsFewerPliesOnceASideIsDownToThreeStones) {
  const HistoryRules history = {100, 4, false};
  Game four = from(kFourAgainstFour, history);
  play_all(four, "d7-a7 d1-a1 a7-d7 a1-d1");
  EXPECT_EQ(four.result(), GameResult{});
  Game three = from("***O****/**@@***@/O*O*@*** w", history);
  play_all(three, "d7-a7 d1-a1 a7-d7");
  EXPECT_EQ(three.result(), GameResult{});
  play_all(three, "a1-d1");
  EXPECT_EQ(three.result(), (GameResult{Ending::kNMoveRule, std::nullopt}));
}

TEST_F(GameTest, AWinOnTheLastPlyIsAWin) {
  Game game = from("**@*****/@@******/OO**O*** w m s 3 0 3 0 0 0 0 0 0 0 0 99 60");
  play_all(game, "d1-a7");
  EXPECT_EQ(game.now().rule50, 100);
  EXPECT_EQ(game.result(), GameResult{}) << "the ply is not over";
  play_all(game, "xd6");
  EXPECT_EQ(game.result().winner, Side::kWhite);
  EXPECT_EQ(game.now().rule50, 0);
}

TEST_F(GameTest, TakesTwoStonesInAnyOrder) {
  variant_ = variant_with("nine-mens-morris", {{"mayRemoveMultiple", "true"}});
  const std::string_view corner = "********/@*@*@***/O*OO***O w p p 4 1 3 5 0 0 0 0 0 0 0 0 9";
  Game one = from(corner), other = from(corner);
  play_all(one, "g7xd6xf4");
  play_all(other, "g7xf4xd6");
  EXPECT_EQ(one.now(), other.now());
  EXPECT_EQ(one.side(), Side::kBlack);
}

TEST_F(GameTest, ABlockedSideTakesAStoneAndMovesInOnePly) {
  variant_ = variant_with("nine-mens-morris", {{"stalemateAction", "2"}});
  Game game = from("********/********/O@O@O@O@ b");
  play_all(game, "xd1");
  EXPECT_EQ(game.side(), Side::kBlack);
  EXPECT_EQ(game.now().fullmove, 1);
  play_all(game, "a1-d1");
  EXPECT_EQ(game.side(), Side::kWhite);
  EXPECT_EQ(game.now().fullmove, 2);
}

TEST_F(GameTest, ReadsTheStoneThatABlockedSideTakesBehindItsMove) {
  variant_ = variant_with("nine-mens-morris", {{"stalemateAction", "2"}});
  Game game = from("********/********/O@O@O@O@ b");
  const std::vector<Turn> turns = generate_turns(variant_, game.position());
  ASSERT_FALSE(turns.empty());
  for (const Turn& turn : turns) {
    ASSERT_TRUE(succeeds(game.play(turn_text(*variant_.board, turn))));
    EXPECT_EQ(game.position(), apply(variant_, game.start().position, turn));
    while (!game.actions().empty()) game.undo();
  }
}

TEST_F(GameTest, ABlockedSidePassesUnderThatRule) {
  variant_ = variant_with("nine-mens-morris", {{"stalemateAction", "1"}});
  Game game = from("********/********/O@O@O@O@ b");
  EXPECT_TRUE(succeeds(game.play("pass")));
  EXPECT_EQ(game.now().rule50, 1);
  EXPECT_EQ(game.side(), Side::kWhite);
}

TEST_F(GameTest, TheDefenderPlacesItsLastStoneAndMovesInOnePly) {
  variant_ = variant_with("experimental", {{"pieceCount", "3"}});
  Game game(variant_);
  play_all(game, "d7 d1 g4 a4 c3 e5");
  EXPECT_EQ(game.side(), Side::kBlack) << "the second player moves first";
  EXPECT_EQ(game.now().fullmove, 3);
  EXPECT_EQ(game.position().own_hand, 0);
  play_all(game, "d1-g1");
  EXPECT_EQ(game.side(), Side::kWhite);
  EXPECT_EQ(game.now().fullmove, 4);
}

TEST_F(GameTest, EveryEndingHasAName) {
  for (int ending = 0; ending <= static_cast<int>(Ending::kNMoveRule); ++ending)
    EXPECT_FALSE(ending_name(static_cast<Ending>(ending)).empty());
}

}  // namespace
}  // namespace mill
