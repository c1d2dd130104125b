#include "engine/match/ratings.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mill {
namespace {

/// So many games as an Elo difference lets expect, a part of them drawn.
WinDrawLoss expected_games(double elo, double games, double draws) {
  const double wins = games * score_of_elo(elo) - draws / 2;
  return {static_cast<std::uint64_t>(std::llround(wins)),
          static_cast<std::uint64_t>(std::llround(draws)),
          static_cast<std::uint64_t>(std::llround(games - wins - draws))};
}

TEST(Ratings, OfTwoPlayersAreTheirDifferenceInElo) {
  const WinDrawLoss score{600, 300, 100};
  const std::vector<Estimate> elos = ratings(2, std::vector<PairScore>{{1, 0, score}});
  EXPECT_EQ(elos[0].value, 0);
  EXPECT_EQ(elos[0].low, 0);
  EXPECT_EQ(elos[0].high, 0);
  // The same by the formula for two, with the draw that is added.
  EXPECT_NEAR(elos[1].value, elo_difference({600, 301, 100}).value, 1e-6);
  EXPECT_NEAR(elos[1].low, elo_difference(score).low, 2);
  EXPECT_NEAR(elos[1].high, elo_difference(score).high, 2);
}

TEST(Ratings, AreFoundAgainFromTheGamesTheyLetExpect) {
  const std::vector<double> truth = {0, 150, -80, 420};
  std::vector<PairScore> scores;
  for (std::size_t first = 0; first < truth.size(); ++first)
    for (std::size_t second = first + 1; second < truth.size(); ++second)
      scores.push_back({first, second, expected_games(truth[first] - truth[second], 1e6, 1e4)});
  const std::vector<Estimate> elos = ratings(truth.size(), scores);
  for (std::size_t player = 0; player < truth.size(); ++player) {
    EXPECT_NEAR(elos[player].value, truth[player], 0.1) << player;
    EXPECT_LE(elos[player].low, elos[player].value);
    EXPECT_LE(elos[player].value, elos[player].high);
  }
}

TEST(Ratings, GoAlongAChainOfGamesAndGrowLessCertain) {
  const std::vector<PairScore> scores = {{0, 1, {20, 20, 60}}, {1, 2, {20, 20, 60}}};
  const std::vector<Estimate> elos = ratings(3, scores);
  EXPECT_NEAR(elos[2].value, 2 * elos[1].value, 1e-6);
  // Variances of independent matches add up.
  EXPECT_NEAR(elos[2].high - elos[2].low, std::sqrt(2) * (elos[1].high - elos[1].low), 1e-6);
  EXPECT_NEAR(ratings(3, scores, 2)[0].value, -elos[2].value, 1e-6);
}

TEST(Ratings, AreFiniteForWhoWonEveryGame) {
  const std::vector<Estimate> elos = ratings(2, std::vector<PairScore>{{0, 1, {0, 0, 100}}});
  EXPECT_GT(elos[1].value, 500);
  EXPECT_TRUE(std::isfinite(elos[1].value));
}

TEST(Ratings, SayNothingOfWhoNoGamesJoin) {
  const std::vector<PairScore> scores = {{0, 1, {1, 0, 1}}, {2, 3, {5, 0, 1}}, {1, 2, {}}};
  const std::vector<Estimate> elos = ratings(4, scores);
  EXPECT_TRUE(std::isfinite(elos[1].high));
  for (const std::size_t player : {2, 3}) {
    EXPECT_EQ(elos[player].value, 0);
    EXPECT_TRUE(std::isinf(elos[player].high));
  }
}

/// The interval is to hold the truth in 95 of 100 series of games.
TEST(Ratings, IntervalsHoldTheTruthAsOftenAsTheySay) {
  constexpr int kSeries = 2000, kGames = 100;
  constexpr double kElo = 60, kDraws = 0.4;
  std::uint64_t state = 1;
  const auto share = [&state] {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state >> 11) * 0x1p-53;
  };
  const double win = score_of_elo(kElo) - kDraws / 2;
  int held = 0;
  for (int series = 0; series < kSeries; ++series) {
    WinDrawLoss score;
    for (int game = 0; game < kGames; ++game) {
      const double at = share();
      ++(at < win ? score.wins : at < win + kDraws ? score.draws : score.losses);
    }
    const Estimate elo = ratings(2, std::vector<PairScore>{{1, 0, score}})[1];
    held += elo.low <= kElo && kElo <= elo.high;
  }
  EXPECT_NEAR(held, 0.95 * kSeries, 0.015 * kSeries);
}

}  // namespace
}  // namespace mill
