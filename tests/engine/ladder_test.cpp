#include "engine/match/ladder.h"

#include <gtest/gtest.h>

#include "engine/match/openings.h"
#include "engine/match/player_text.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

using Pairs = std::vector<std::array<std::size_t, 2>>;

TEST(Ladder, PairsAreThoseThatAreAskedFor) {
  EXPECT_EQ(ladder_pairs(LadderPairs::kAll, 3), (Pairs{{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_EQ(ladder_pairs(LadderPairs::kNeighbours, 4), (Pairs{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(ladder_pairs(LadderPairs::kFirst, 4), (Pairs{{0, 1}, {0, 2}, {0, 3}}));
}

std::vector<PlayerFactory> players_of(const Variant& variant,
                                      const std::vector<std::string>& texts) {
  std::vector<PlayerFactory> players;
  for (const std::string& text : texts)
    players.push_back(PlayerFactory::create(*parse_player(text), variant, nullptr).value());
  return players;
}

MatchOptions match_options(const Variant& variant, int games) {
  MatchOptions options;
  options.openings = all_openings(variant, {}, 1).value();
  options.games = games;
  return options;
}

TEST(Ladder, PutsTheStrongerHigherAndCountsEveryGame) {
  const Variant variant = nine_mens_morris();
  const auto players = players_of(variant, {"random", "engine:depth=1", "engine:depth=3"});
  std::size_t games = 0;
  const auto ladder = play_ladder(
      players, LadderPairs::kAll,
      [&](std::size_t, std::size_t) { return match_options(variant, 6); },
      [&](std::size_t match, const MatchGame& game, const MatchResult&) {
        EXPECT_EQ(match, games / 6);
        EXPECT_EQ(static_cast<std::size_t>(game.number), games % 6 + 1);
        ++games;
        return Result<void>{};
      });
  ASSERT_TRUE(succeeds(ladder));
  EXPECT_EQ(games, 18U);
  EXPECT_FALSE(ladder->perfect);
  const std::vector<LadderStanding> found = standings(*ladder);
  WinDrawLoss all;
  for (const LadderStanding& player : found) {
    EXPECT_EQ(player.score.games(), 12U);
    EXPECT_EQ(player.against_perfect.games(), 0U);
    all += player.score;
  }
  EXPECT_EQ(all.wins, all.losses);
  EXPECT_GT(found[1].elo.value, found[0].elo.value);
  EXPECT_GT(found[2].elo.value, found[0].elo.value);
}

TEST(Ladder, GamesAreThoseOfAMatchAlone) {
  const Variant variant = nine_mens_morris();
  const auto players = players_of(variant, {"random", "engine:level=3", "engine:depth=1"});
  const auto options = [&](std::size_t, std::size_t) { return match_options(variant, 4); };
  std::vector<std::string> in_ladder, alone;
  const auto kept = [](std::vector<std::string>& games) {
    return [&games](const MatchGame& game) { games.push_back(game_text(game.record)); };
  };
  const auto keep = kept(in_ladder);
  ASSERT_TRUE(succeeds(play_ladder(players, LadderPairs::kNeighbours, options,
                                   [&](std::size_t match, const MatchGame& game, const auto&) {
                                     if (match == 1) keep(game);
                                     return Result<void>{};
                                   })));
  const auto keep_alone = kept(alone);
  ASSERT_TRUE(succeeds(
      play_match({players[1], players[2]}, options(1, 2), [&](const MatchGame& game, const auto&) {
        keep_alone(game);
        return Result<void>{};
      })));
  EXPECT_EQ(in_ladder.size(), 4U);
  EXPECT_EQ(in_ladder, alone);
}

TEST(Ladder, AStopLeavesWhatHasBeenPlayed) {
  const Variant variant = nine_mens_morris();
  const auto players = players_of(variant, {"random", "engine:depth=1", "engine:depth=2"});
  std::atomic<bool> stop = false;
  const auto options = [&](std::size_t, std::size_t) {
    MatchOptions match = match_options(variant, 4);
    match.conditions.stop = StopFlag(stop);
    return match;
  };
  const auto ladder = play_ladder(players, LadderPairs::kAll, options,
                                  [&](std::size_t match, const MatchGame& game, const auto&) {
                                    stop = match == 1 && game.number == 2;
                                    return Result<void>{};
                                  });
  ASSERT_TRUE(succeeds(ladder));
  ASSERT_EQ(ladder->matches.size(), 2U);
  EXPECT_EQ(ladder->matches[0].result.score.games(), 4U);
  EXPECT_EQ(ladder->matches[1].result.score.games(), 2U);
}

TEST(Ladder, AnErrorOfAGameEndsIt) {
  const Variant variant = nine_mens_morris();
  const auto players = players_of(variant, {"random", "engine:depth=1", "engine:depth=2"});
  const auto ladder = play_ladder(
      players, LadderPairs::kAll,
      [&](std::size_t, std::size_t) { return match_options(variant, 2); },
      [](std::size_t match, const MatchGame&, const auto&) -> Result<void> {
        if (match == 1) return fail(ErrorCode::kInputOutput, "the disk is full");
        return {};
      });
  EXPECT_TRUE(fails_with(ladder, ErrorCode::kInputOutput, "the disk is full"));
}

using Texts = std::vector<std::string>;

TEST(PlayerText, ARangeStandsForManyPlayers) {
  EXPECT_EQ(*expanded_players("engine:level=9..11,db="),
            (Texts{"engine:level=9,db=", "engine:level=10,db=", "engine:level=11,db="}));
  EXPECT_EQ(*expanded_players("engine:depth=2..2"), Texts{"engine:depth=2"});
  for (const char* one : {"random", "perfect:db=../there", "engine:db=a..b", "program:x a=1..3",
                          "engine:db=/data/1..3", ".."})
    EXPECT_EQ(*expanded_players(one), Texts{one}) << one;
  EXPECT_TRUE(fails_with(expanded_players("engine:level=5..3"), ErrorCode::kInvalidArgument,
                         "to: found '3'"));
  EXPECT_TRUE(fails_with(expanded_players("engine:nodes=1..100000"), ErrorCode::kInvalidArgument,
                         "to: found '100000'"));
}

}  // namespace
}  // namespace mill
