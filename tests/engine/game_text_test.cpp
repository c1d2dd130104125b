#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/random_below.h"
#include "engine/games/game_text_reader.h"
#include "engine/games/played_turns.h"
#include "game/notation.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

using ::testing::HasSubstr;

/// A game of random actions, until it is over or so many have been played.
Game random_game(const Variant& variant, std::uint64_t seed, std::size_t actions) {
  Game game(variant);
  std::mt19937_64 random(seed);
  while (game.actions().size() < actions && game.result().ending == Ending::kOpen) {
    const std::vector<Action> legal = generate_actions(variant, game.position());
    EXPECT_TRUE(succeeds(game.play(legal[random_below(random, legal.size())])));
  }
  return game;
}

void expect_equal(const GameRecord& found, const GameRecord& expected) {
  EXPECT_EQ(found.white, expected.white);
  EXPECT_EQ(found.black, expected.black);
  EXPECT_EQ(found.scoring, expected.scoring);
  EXPECT_EQ(found.tags, expected.tags);
  EXPECT_EQ(found.opening, expected.opening);
  EXPECT_EQ(found.game.start(), expected.game.start());
  EXPECT_EQ(found.game.now(), expected.game.now());
  EXPECT_EQ(found.game.history_rules(), expected.game.history_rules());
  const auto turns = [](const Game& game) {
    std::string text;
    for (const PlayedTurn& turn : played_turns(game))
      text += turn_text(*game.variant().board, turn.turn) + " ";
    return text;
  };
  EXPECT_EQ(turns(found.game), turns(expected.game));
}

void expect_round_trip(const GameRecord& record) {
  const auto games = parse_games(record.game.variant(), game_text(record), "test");
  ASSERT_TRUE(succeeds(games)) << game_text(record);
  ASSERT_EQ(games->size(), 1u);
  expect_equal(games->front(), record);
}

class GameText : public ::testing::Test {
 protected:
  GameRecord record(std::string_view moves) const {
    GameRecord made{Game(variant_), "perfect", "random", {}, {}};
    while (!moves.empty()) {
      const std::size_t end = std::min(moves.find(' '), moves.size());
      EXPECT_TRUE(succeeds(made.game.play(moves.substr(0, end))));
      moves.remove_prefix(std::min(end + 1, moves.size()));
    }
    return made;
  }
  Result<std::vector<GameRecord>> parse(std::string_view text) const {
    return parse_games(variant_, text, "games.txt");
  }

  Variant variant_ = nine_mens_morris();
};

TEST_F(GameText, ShowsTagsNumberedTurnsAndTheResult) {
  GameRecord shown = record("d7 a1 g7 d1 a7xa1 f4");
  shown.scoring = {true, std::nullopt, "longest game"};
  EXPECT_EQ(game_text(shown),
            "[White \"perfect\"]\n"
            "[Black \"random\"]\n"
            "[Variant \"nine-mens-morris\"]\n"
            "[Rules \"" +
                variant_.digest() +
                "\"]\n"
                "[nMoveRule \"100\"]\n"
                "[endgameNMoveRule \"100\"]\n"
                "[threefoldRepetitionRule \"true\"]\n"
                "[Result \"1/2-1/2\"]\n"
                "[Reason \"longest game\"]\n"
                "\n"
                "  1. d7             a1\n"
                "  2. g7             d1\n"
                "  3. a7xa1          f4\n"
                "1/2-1/2\n"
                "\n");
}

TEST_F(GameText, ReadsBackWhatItWrote) {
  GameRecord each = record("d7 a1 g7 d1 a7xa1 f4");
  expect_round_trip(each);
  each.white = "a \"quoted\" \\ name]";
  each.scoring = {true, Side::kBlack, "the program has ended with exit code 3"};
  each.tags = {{"Round", "7"}, {"Opening", "d7 a1"}};
  expect_round_trip(each);
  expect_round_trip(record(""));
}

TEST_F(GameText, ReadsBackWhichTurnsAreTheOpeningAndWhoChoseIt) {
  GameRecord each = record("d7 a1 g7 d1 a7xa1 f4");
  each.opening = {6, "a \"list\" of openings"};
  EXPECT_THAT(game_text(each), HasSubstr("[OpeningTurns \"6\"]\n"
                                         "[OpeningChoice \"a \\\"list\\\" of openings\"]\n"));
  expect_round_trip(each);
  each.opening = {2, ""};
  expect_round_trip(each);
  each.opening = {0, "the start alone"};
  expect_round_trip(each);
}

TEST_F(GameText, ReadsBackAGameThatStopsBeforeARemoval) {
  GameRecord stopped = record("d7 a1 g7 d1 a7");
  EXPECT_FALSE(played_turns(stopped.game).back().complete);
  stopped.scoring = {true, Side::kBlack, "move 'xd7' is not legal in this position"};
  expect_round_trip(stopped);
}

TEST_F(GameText, ReadsBackAStartWithBlackToMoveAndOtherRulesOfHistory) {
  const auto start =
      parse_position_text(variant_, "***OO***/**@@***@/O*O*@*** b m s 4 0 4 0 0 0 0 0 0 0 0 17 31");
  ASSERT_TRUE(succeeds(start));
  GameRecord each{Game(variant_, *start, {0, 30, false}), "a", "b", {}, {}};
  ASSERT_TRUE(succeeds(each.game.play("d1-a1")));
  ASSERT_TRUE(succeeds(each.game.play("d7-a7")));
  EXPECT_THAT(game_text(each), HasSubstr("\n 31. ...            d1-a1\n 32. d7-a7\n*\n"));
  expect_round_trip(each);
}

TEST_F(GameText, ReadsBackRandomGamesOfManyVariants) {
  const struct {
    const char* name;
    std::vector<RuleField> settings;
  } variants[] = {{"nine-mens-morris", {}},
                  {"lasker-morris", {}},
                  {"morabaraba-multiple-removal", {}},
                  {"dooz", {}},
                  {"zhi-qi", {}},
                  {"experimental", {}},
                  {"nine-mens-morris", {{"stalemateAction", "2"}, {"mayFly", "false"}}},
                  {"nine-mens-morris", {{"stalemateAction", "1"}, {"mayFly", "false"}}},
                  {"seven-mens-morris", {}}};
  for (const auto& each : variants) {
    const auto variant = find_variant(each.name, each.settings);
    ASSERT_TRUE(succeeds(variant));
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      GameRecord record{random_game(*variant, seed, 60 + seed), "a", "b", {}, {}};
      record.scoring = scoring_of(record.game.result());
      expect_round_trip(record);
    }
  }
}

TEST_F(GameText, ReadsGamesThatFollowOneAnother) {
  const GameRecord first = record("d7 a1"), second = record(""), third = record("b4");
  const auto games = parse(game_text(first) + game_text(second) + game_text(third));
  ASSERT_TRUE(succeeds(games));
  ASSERT_EQ(games->size(), 3u);
  expect_equal(games->at(0), first);
  expect_equal(games->at(1), second);
  expect_equal(games->at(2), third);
  EXPECT_TRUE(parse("")->empty());
}

TEST_F(GameText, ReadsWhatPeopleWrite) {
  const auto games =
      parse("d7 a1 {a comment\nof two lines} g7 d1 a7 xa1 *\r\n\n[Event \"x\"]\n1. d6 f4 1/2-1/2");
  ASSERT_TRUE(succeeds(games));
  ASSERT_EQ(games->size(), 2u);
  EXPECT_EQ(games->at(0).game.actions().size(), 6u);
  EXPECT_EQ(games->at(0).white, "?");
  EXPECT_FALSE(games->at(0).scoring.finished);
  EXPECT_EQ(games->at(1).tags.front().second, "x");
  EXPECT_EQ(games->at(1).scoring, (Scoring{true, std::nullopt, ""}));
}

TEST_F(GameText, NamesTheLineTheGameAndTheMistake) {
  const struct {
    const char* text;
    const char* message;
  } mistakes[] = {
      {"d7 *\nd7 d7 *", "games.txt:2: game 2: move 'd7' is not legal"},
      {"d7 z9 *", "games.txt:1: game 1: move 'z9'"},
      {"1. d7 a1\n3. g7 *", "games.txt:2: game 1: found '3.', expected the number 2."},
      {"1. ... d7 *", "found '...', expected a turn of White"},
      {"d7 a1", "the game has no result at its end"},
      {"[White \"a\"]", "the game has no result at its end"},
      {"d7 {a1", "a comment has no end"},
      {"[White a]\n*", "found '[White a]', expected [Name \"value\"]"},
      {"[White]\n*", "expected [Name \"value\"]"},
      {"[White \"]\n*", "expected [Name \"value\"]"},
      {"d7\n[White \"a\"]\n*", "found a tag"},
      {"[Result \"won\"]\n*", "tag 'Result': found 'won'"},
      {"[Result \"1-0\"]\n0-1", "found '0-1', but the tag 'Result' says 1-0"},
      {"[nMoveRule \"-1\"]\n*", "tag 'nMoveRule': found '-1'"},
      {"[endgameNMoveRule \"\"]\n*", "tag 'endgameNMoveRule': found ''"},
      {"[threefoldRepetitionRule \"1\"]\n*", "tag 'threefoldRepetitionRule': found '1'"},
      {"[OpeningTurns \"two\"]\nd7 a1 *", "tag 'OpeningTurns': found 'two'"},
      {"[OpeningTurns \"3\"]\nd7 a1 *", "tag 'OpeningTurns': found '3', expected at most 2"},
      {"[Start \"***\"]\n*", "position text: field 'board'"},
      {"[Start \"********/********/OO*O**** b\"]\n0-1", "found '0-1', expected 1-0"}};
  for (const auto& each : mistakes)
    EXPECT_TRUE(fails_with(parse(each.text), ErrorCode::kInvalidArgument, each.message))
        << each.text;
}

TEST_F(GameText, RefusesGamesByOtherRules) {
  const auto other = find_variant("lasker-morris");
  ASSERT_TRUE(succeeds(other));
  const GameRecord foreign{Game(*other), "a", "b", {}, {}};
  EXPECT_TRUE(fails_with(parse(game_text(foreign)), ErrorCode::kWrongRules, other->digest()));
}

}  // namespace
}  // namespace mill
