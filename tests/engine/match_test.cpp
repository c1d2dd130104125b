#include "engine/match/match.h"

#include <gtest/gtest.h>

#include "engine/games/game_text_reader.h"
#include "engine/match/openings.h"
#include "tests/engine/shipped_match.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

/// Games and result of a match, as text where order counts.
struct PlayedMatch {
  MatchResult result;
  std::vector<MatchGame> games;
  std::string text;
};

class Match : public ::testing::Test {
 protected:
  Match() {
    auto openings = all_openings(shipped_variant(), {}, 1);
    MILLSTONE_CHECK(openings.has_value());
    options_.openings = std::move(*openings);
    options_.reviewer = prober_;
    options_.conditions.longest_game = 60;
  }

  PlayedMatch play(std::string_view first, std::string_view second) const {
    const std::array<PlayerFactory, 2> players = {factory_of(first, prober_),
                                                  factory_of(second, prober_)};
    PlayedMatch played;
    auto result = play_match(players, options_, [&](const MatchGame& game, const MatchResult&) {
      played.games.push_back(game);
      played.text += game_text(game.record);
      return Result<void>();
    });
    EXPECT_TRUE(succeeds(result));
    if (result) played.result = std::move(*result);
    return played;
  }

  std::shared_ptr<const Prober> prober_ = shipped_prober();
  MatchOptions options_;
};

TEST_F(Match, PlaysEachOpeningWithBothColours) {
  ASSERT_EQ(options_.openings.size(), 3u) << "centre, corner and side";
  const PlayedMatch played = play("random", "perfect");
  ASSERT_EQ(played.games.size(), 6u);
  for (std::size_t index = 0; index < 6; ++index) {
    const MatchGame& game = played.games[index];
    EXPECT_EQ(game.number, static_cast<int>(index) + 1);
    EXPECT_EQ(game.white, index % 2);
    EXPECT_EQ(game.record.white, index % 2 == 0 ? "random" : "perfect");
    EXPECT_EQ(game.record.game.actions().front(),
              played.games[index ^ 1].record.game.actions().front());
    EXPECT_TRUE(game.record.scoring.finished);
  }
  EXPECT_EQ(played.result.score.games(), 6u);
  EXPECT_EQ(played.result.by_colour[0].games(), 3u);
  EXPECT_EQ(played.result.by_colour[1].games(), 3u);
}

TEST_F(Match, APerfectPlayerThrowsNothingAwayAndNeverLosesADraw) {
  options_.games = 60;
  const PlayedMatch played = play("perfect", "random");
  const PlayerResult& perfect = played.result.players[0];
  EXPECT_EQ(perfect.turns.total().blunders(), 0u);
  EXPECT_EQ(perfect.turns.total().plies_lost, 0u);
  EXPECT_EQ(perfect.turns.unknown, 0u);
  EXPECT_GT(perfect.turns.total().timed_turns, 0u);
  const PlayerResult& random = played.result.players[1];
  EXPECT_GT(random.turns.total().blunders(), 0u);
  EXPECT_EQ(random.turns.phases[static_cast<int>(TurnPhase::kFlying)].turns, 0u);
  EXPECT_GT(random.turns.phases[static_cast<int>(TurnPhase::kPlacing)].turns, 0u);
  EXPECT_GT(played.result.score.wins, played.result.score.losses);
}

TEST_F(Match, ThreadsMakeNoDifference) {
  options_.games = 40;
  const std::string expected = play("perfect", "random").text;
  for (const int threads : {2, 5}) {
    options_.threads = threads;
    EXPECT_EQ(play("perfect", "random").text, expected);
  }
  options_.seed = 2;
  EXPECT_NE(play("perfect", "random").text, expected);
}

TEST_F(Match, ItsGamesCanBeReadAgain) {
  const PlayedMatch played = play("random", "random");
  const auto games = parse_games(shipped_variant(), played.text, "match");
  ASSERT_TRUE(succeeds(games));
  ASSERT_EQ(games->size(), 6u);
  for (std::size_t index = 0; index < 6; ++index)
    EXPECT_EQ(game_text(games->at(index)), game_text(played.games[index].record));
}

TEST_F(Match, GoesOnWithGamesThatWerePlayedBefore) {
  options_.opening_choice = "all after one turn";
  options_.terms = "as in this test";
  options_.threads = 2;
  for (const std::string& second : {std::string("perfect"), scripted_program("crash")}) {
    options_.played_before = {};
    const PlayedMatch whole = play("random", second);
    const auto games = parse_games(shipped_variant(), whole.text, "a file");
    ASSERT_TRUE(succeeds(games));
    for (std::size_t before = 0; before <= games->size(); ++before) {
      options_.played_before = {games->begin(),
                                games->begin() + static_cast<std::ptrdiff_t>(before)};
      const PlayedMatch rest = play("random", second);
      EXPECT_EQ(rest.text, whole.text) << before << " games before, against " << second;
      EXPECT_EQ(rest.result.score, whole.result.score);
      EXPECT_EQ(rest.result.endings, whole.result.endings);
      EXPECT_EQ(rest.result.plies, whole.result.plies);
      for (std::size_t player = 0; player < 2; ++player) {
        EXPECT_EQ(rest.result.players[player].faults, whole.result.players[player].faults);
        EXPECT_EQ(rest.result.players[player].turns, whole.result.players[player].turns);
      }
    }
  }
}

TEST_F(Match, GamesOfAnotherMatchAreNotGoneOnWith) {
  options_.terms = "as in this test";
  const auto games = parse_games(shipped_variant(), play("random", "perfect").text, "a file");
  ASSERT_TRUE(succeeds(games));
  const std::array<PlayerFactory, 2> players = {factory_of("random", prober_),
                                                factory_of("perfect", prober_)};
  const auto refusal = [&](std::vector<GameRecord> before) {
    options_.played_before = std::move(before);
    const auto result = play_match(players, options_);
    return result ? "it was played" : result.error().message;
  };
  auto other = *games;
  other[1].tags.back().second = "as nowhere";
  EXPECT_EQ(refusal(other),
            "game 2 is none of this match: Terms: found 'as nowhere', expected 'as in this test'");
  other = *games;
  other[0].white = "somebody";
  EXPECT_EQ(refusal(other),
            "game 1 is none of this match: White: found 'somebody', expected 'random'");
  other = {(*games)[1], (*games)[0]};
  EXPECT_EQ(refusal(other), "game 1 is none of this match: Round: found '2', expected '1'");
  other = *games;
  other[2].scoring = {};
  EXPECT_EQ(refusal(other), "game 3 is none of this match: it is not finished");
  other = *games;
  other[2].game = other[0].game;
  EXPECT_EQ(refusal(other),
            "game 3 is none of this match: it does not begin with the opening of that game");
  options_.games = 4;
  EXPECT_EQ(refusal(*games), "game 5 is none of this match: a match of 4 games has no such game");
}

TEST_F(Match, TurnsOfTheOpeningAreNotedAndCountForNobody) {
  options_.opening_choice = "all after a turn";
  const PlayedMatch played = play("random", "random");
  const auto games = parse_games(shipped_variant(), played.text, "match");
  ASSERT_TRUE(succeeds(games));
  std::array<TurnTally, 2> again;
  for (std::size_t index = 0; index < games->size(); ++index) {
    const GameRecord& record = games->at(index);
    EXPECT_EQ(record.opening, (Opening{1, "all after a turn"}));
    const auto reviews = review_game(*prober_, record);
    ASSERT_TRUE(succeeds(reviews));
    EXPECT_TRUE(reviews->front().opening);
    EXPECT_FALSE(reviews->front().is_error())
        << "a corner throws the win away, but nobody chose it";
    auto tallies = tallies_of(*reviews);
    EXPECT_EQ(tallies[0].total().turns + tallies[1].total().turns, reviews->size() - 1);
    if (played.games[index].white == 1) std::swap(tallies[0], tallies[1]);
    for (std::size_t player = 0; player < 2; ++player) again[player] += tallies[player];
  }
  for (std::size_t player = 0; player < 2; ++player)
    EXPECT_EQ(again[player], played.result.players[player].turns);
}

TEST_F(Match, APlayerThatCannotPlayIsNamedBeforeTheFirstGame) {
  int games = 0;
  const std::array<PlayerFactory, 2> players = {factory_of("random"), factory_of("program:exit 3")};
  const auto result = play_match(players, options_, [&](const MatchGame&, const MatchResult&) {
    ++games;
    return Result<void>();
  });
  EXPECT_TRUE(fails_with(result, ErrorCode::kInputOutput,
                         "player 'program:exit 3' cannot play this match: the program has ended "
                         "with exit code 3"));
  EXPECT_EQ(games, 0);
}

TEST_F(Match, AMatchInWhichNothingWasPlayedHasNoScore) {
  for (const int threads : {1, 2}) {
    options_.threads = threads;
    const std::array<PlayerFactory, 2> players = {factory_of(scripted_program("dead")),
                                                  factory_of("perfect")};
    EXPECT_TRUE(fails_with(play_match(players, options_), ErrorCode::kInputOutput,
                           "nothing was played: in 6 of 6 games"));
  }
  options_.games = 1;
  const PlayedMatch played = play(scripted_program("crash"), "perfect:draws=first");
  EXPECT_EQ(played.result.unplayed, 0u) << "it has acted once";
}

TEST_F(Match, TheLongestGameIsADraw) {
  options_.conditions.longest_game = 8;
  options_.games = 30;
  const PlayedMatch played = play("random", "random");
  ASSERT_GT(played.result.endings.at("longest game"), 0u);
  for (const MatchGame& game : played.games)
    EXPECT_LE(played_turns(game.record.game).size(), 9u) << "one of the opening";
}

TEST_F(Match, TheDatabasesEndDecidedGamesIfAsked) {
  options_.conditions.judge = prober_;
  options_.conditions.adjudication = Adjudication::kDecided;
  const PlayedMatch decided = play("random", "random");
  for (const MatchGame& game : decided.games)
    if (game.record.game.actions().front().to == 8) {
      EXPECT_EQ(game.record.game.actions().size(), 1u) << "the centre wins";
      EXPECT_EQ(game.record.scoring, (Scoring{true, Side::kWhite, "won by the database"}));
    }
  options_.conditions.adjudication = Adjudication::kAll;
  for (const MatchGame& game : play("random", "random").games)
    EXPECT_EQ(game.record.game.actions().size(), 1u);
}

TEST_F(Match, GamesThatRepeatOthersAreCountedButSayNothingNew) {
  options_.games = 20;  // of three openings, so that there are six games
  options_.sprt = SprtHypotheses{-1000, 1000, 1e-9, 1e-9};
  const char* player = "engine:depth=1,db=,book=no,endings=no";
  const PlayedMatch long_match = play(player, player);
  options_.games = 6;
  const PlayedMatch short_match = play(player, player);
  EXPECT_EQ(long_match.result.score.games(), 20u);
  EXPECT_EQ(long_match.result.repeats(), 14u);
  EXPECT_EQ(short_match.result.repeats(), 0u) << "colours make a difference";
  EXPECT_EQ(long_match.result.different, short_match.result.score);
  ASSERT_TRUE(long_match.result.sprt && short_match.result.sprt);
  EXPECT_EQ(long_match.result.sprt->log_likelihood_ratio,
            short_match.result.sprt->log_likelihood_ratio);
  const auto turns = [](const PlayedMatch& played) {
    return played.result.players[0].turns.total().turns;
  };
  EXPECT_GT(turns(short_match), 0u);
  EXPECT_EQ(turns(long_match), turns(short_match));
}

TEST_F(Match, ASequentialTestEndsItAndIsTheSameOnAnyThreads) {
  options_.games = 1000;
  options_.sprt = SprtHypotheses{0, 100, 0.05, 0.05};
  const PlayedMatch one = play("perfect", "random");
  ASSERT_TRUE(one.result.sprt);
  EXPECT_EQ(one.result.sprt->verdict, SprtVerdict::kAcceptElo1);
  EXPECT_LT(one.games.size(), 1000u);
  options_.threads = 4;
  EXPECT_EQ(play("perfect", "random").text, one.text);
}

TEST_F(Match, ARequestToStopEndsIt) {
  std::atomic<bool> stop = false;
  options_.conditions.stop = stop;
  options_.games = 1000;
  const std::array<PlayerFactory, 2> players = {factory_of("random"), factory_of("random")};
  const auto result = play_match(players, options_, [&](const MatchGame& game, const MatchResult&) {
    if (game.number == 3) stop = true;
    return Result<void>();
  });
  ASSERT_TRUE(succeeds(result));
  EXPECT_EQ(result->score.games(), 3u);
  EXPECT_TRUE(fails_with(play_match(players, options_), ErrorCode::kInterrupted, "stopped"));
}

TEST_F(Match, EndsWithTheErrorOfWhoTakesItsGames) {
  for (const int threads : {1, 3}) {
    options_.games = 1000;
    options_.threads = threads;
    const std::array<PlayerFactory, 2> players = {factory_of("random"), factory_of("random")};
    int games = 0;
    const auto result =
        play_match(players, options_, [&](const MatchGame&, const MatchResult&) -> Result<void> {
          if (++games < 3) return {};
          return fail(ErrorCode::kNoSpace, "the disk is full");
        });
    EXPECT_TRUE(fails_with(result, ErrorCode::kNoSpace, "the disk is full"));
    EXPECT_EQ(games, 3);
  }
}

TEST_F(Match, AnEngineWithDatabasesThrowsNothingAway) {
  const PlayedMatch played = play("engine:depth=2,hash=1", "engine:depth=1,hash=1,db=");
  EXPECT_EQ(played.result.players[0].turns.total().blunders(), 0u);
  EXPECT_EQ(played.result.players[0].faults + played.result.players[1].faults, 0u);
}

TEST_F(Match, AProgramPlaysToTheEnd) {
  const PlayedMatch played = play(scripted_program("fine"), scripted_program("old"));
  EXPECT_EQ(played.result.players[0].faults, 0u) << played.text;
  EXPECT_EQ(played.result.players[1].faults, 0u) << played.text;
}

TEST_F(Match, ProgramsAtFaultLoseThatGameAndAreStartedAgain) {
  const struct {
    const char* habit;
    const char* reason;
  } habits[] = {{"crash", "exit code 7"},
                {"illegal", "not legal"},
                {"none", "knows no move"},
                {"garbage", "expected a point"},
                {"hang", "no move within"}};
  options_.openings = {options_.openings.front()};
  options_.games = 4;
  for (const auto& each : habits) {
    const PlayedMatch played = play(scripted_program(each.habit), "perfect:draws=first");
    ASSERT_EQ(played.games.size(), 4u) << each.habit;
    std::uint64_t faults = 0;
    for (const MatchGame& game : played.games) {
      if (!game.at_fault) continue;
      ++faults;
      EXPECT_EQ(*game.at_fault, 0u);
      EXPECT_EQ(game.record.scoring.winner, game.white == 0 ? Side::kBlack : Side::kWhite);
      EXPECT_NE(game.record.scoring.reason.find(each.reason), std::string::npos)
          << game.record.scoring.reason;
    }
    EXPECT_GE(faults, 2u) << each.habit << "\n" << played.text;
    EXPECT_EQ(played.result.players[0].faults, faults);
    EXPECT_EQ(played.result.endings.at("fault"), faults);
  }
}

TEST_F(Match, AProgramThatObeysStopIsNotAtFault) {
  options_.games = 1;
  options_.both_colours = false;
  const PlayedMatch played = play(scripted_program("slow"), "random");
  EXPECT_EQ(played.result.players[0].faults, 0u) << played.text;
}

TEST_F(Match, ADrawThatIsNoneIsAFault) {
  options_.games = 1;
  const PlayedMatch played = play(scripted_program("draw"), "perfect");
  for (const MatchGame& game : played.games)
    if (game.at_fault) {
      EXPECT_NE(game.record.scoring.reason.find("claims a draw"), std::string::npos);
    }
}

TEST(Openings, AreAllThatDifferUpToSymmetry) {
  const Variant variant = shipped_variant();
  EXPECT_EQ(all_openings(variant, {}, 0)->size(), 1u);
  EXPECT_EQ(all_openings(variant, {}, 1)->size(), 3u);
  EXPECT_EQ(all_openings(variant, {}, 2)->size(), 12u) << "Burnside: pairs of points on the grid";
  const auto nine = find_variant("nine-mens-morris");
  EXPECT_EQ(all_openings(*nine, {}, 1)->size(), 4u);
}

TEST(Openings, AreReadFromText) {
  const auto openings = parse_openings(shipped_variant(), {},
                                       "# two\n\nb2 a1  # the centre first\r\n"
                                       "********/O b p p 1 2 0 3 0 0 0 0 0 0 0 0 1 moves a1 c3",
                                       "f");
  ASSERT_TRUE(succeeds(openings));
  ASSERT_EQ(openings->size(), 2u);
  EXPECT_EQ(openings->at(0).actions().size(), 2u);
  EXPECT_EQ(openings->at(1).actions().size(), 2u);
  EXPECT_EQ(openings->at(1).start().side, Side::kBlack);
}

TEST(Openings, ThatAreWrongAreNamed) {
  const Variant variant = shipped_variant();
  for (const auto& [text, message] : std::initializer_list<std::pair<const char*, const char*>>{
           {"", "f: found no opening"},
           {"b2\nb2 b2", "f:2: move 'b2' is not legal"},
           {"***", "f:1: position text: field 'board'"},
           {"********/O b", "f:1: the game is over (too few stones)"},
           {"b2 a1\n\n********/O b p p 1 2 0 3 0 0 0 0 0 0 0 0 1 moves b2", "f:3: move 'b2'"}})
    EXPECT_TRUE(
        fails_with(parse_openings(variant, {}, text, "f"), ErrorCode::kInvalidArgument, message));
}

}  // namespace
}  // namespace mill
