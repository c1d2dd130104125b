#include "engine/match/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace mill {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNear = 1e-8;

// Expected figures were computed apart from this code, with Python's math module, from the
// definitions: an end of Wilson's interval by bisection of |k/n - p| = z sqrt(p (1 - p) / n), a
// likelihood ratio by searching the shares of draws for the likeliest.

TEST(Statistics, WilsonIntervalsHaveKnownBounds) {
  const struct {
    std::uint64_t successes, trials;
    double low, high;
  } known[] = {{0, 10, 0, 0.2775327999},
               {5, 10, 0.2365930905, 0.7634069095},
               {10, 10, 0.7224672001, 1},
               {1, 3, 0.0614919447, 0.7923403992},
               {37, 1000, 0.0269611809, 0.0505823975},
               // Also in R. G. Newcombe, Statistics in Medicine 17 (1998), table I: 0.2553, 0.3662.
               {81, 263, 0.2552885199, 0.3662095770}};
  for (const auto& each : known) {
    const Estimate interval = wilson_interval(each.successes, each.trials);
    EXPECT_NEAR(interval.low, each.low, kNear) << each.successes << "/" << each.trials;
    EXPECT_NEAR(interval.high, each.high, kNear) << each.successes << "/" << each.trials;
    EXPECT_DOUBLE_EQ(interval.value,
                     static_cast<double>(each.successes) / static_cast<double>(each.trials));
  }
}

TEST(Statistics, NothingIsKnownWithoutTrials) {
  const Estimate interval = wilson_interval(0, 0);
  EXPECT_EQ(interval.low, 0);
  EXPECT_EQ(interval.high, 1);
}

TEST(Statistics, EloAndScoreAreInversesOfOneAnother) {
  EXPECT_NEAR(score_of_elo(10), 0.5143871842, kNear);
  EXPECT_NEAR(score_of_elo(-200), 0.2402530734, kNear);
  for (const double elo : {-700.0, -3.0, 0.0, 55.5, 400.0})
    EXPECT_NEAR(elo_of_score(score_of_elo(elo)), elo, 1e-9);
  EXPECT_EQ(elo_of_score(0), -kInfinity);
  EXPECT_EQ(elo_of_score(1), kInfinity);
}

TEST(Statistics, EloDifferencesHaveTheErrorOfTheirGames) {
  const Estimate elo = elo_difference({120, 260, 100});
  EXPECT_NEAR(elo.value, 14.484869, 1e-6);
  EXPECT_NEAR(elo.low, -6.526660, 1e-6);
  EXPECT_NEAR(elo.high, 35.602956, 1e-6);
  const Estimate even = elo_difference({30, 40, 30});
  EXPECT_NEAR(even.value, 0, 1e-9);
  EXPECT_NEAR(even.low, -53.157980, 1e-6);
  EXPECT_NEAR(even.high, 53.157980, 1e-6);
}

TEST(Statistics, GamesThatEndedAlikeBoundTheDifferenceOnOneSide) {
  const Estimate won = elo_difference({10, 0, 0});
  EXPECT_EQ(won.value, kInfinity);
  EXPECT_NEAR(won.low, elo_of_score(0.7224672001), 1e-5);
  EXPECT_EQ(won.high, kInfinity);
  const Estimate drawn = elo_difference({0, 10, 0});
  EXPECT_EQ(drawn.value, 0);
  EXPECT_NEAR(drawn.high, elo_of_score(0.7634069095), 1e-5);
  EXPECT_EQ(elo_difference({}).low, -kInfinity);
  EXPECT_EQ(elo_difference({}).high, kInfinity);
}

TEST(Statistics, LikelihoodRatiosHaveKnownValues) {
  const struct {
    WinDrawLoss score;
    double elo0, elo1, expected;
  } known[] = {{{120, 260, 100}, 0, 10, 0.823040699},
               {{100, 200, 100}, 0, 5, -0.082830726},
               {{10, 80, 10}, -5, 5, 0},
               {{0, 50, 0}, 0, 20, -2.961027812},
               {{7, 3, 0}, 0, 100, 2.469616350},
               {{20, 0, 5}, 0, 50, 1.900680473},
               {{1500, 6000, 1300}, 0, 5, 6.186257166},
               {{0, 10, 5}, 0, 30, -1.351053223}};
  for (const auto& each : known)
    EXPECT_NEAR(log_likelihood_ratio(each.score, score_of_elo(each.elo0), score_of_elo(each.elo1)),
                each.expected, 1e-7)
        << each.score.wins << " " << each.score.draws << " " << each.score.losses;
}

TEST(Statistics, ASequentialTestEndsAtWaldsBounds) {
  const SprtHypotheses hypotheses{0, 5, 0.05, 0.05};
  const SprtState won = sprt({1500, 6000, 1300}, hypotheses);
  EXPECT_NEAR(won.lower, -2.9444389791664403, kNear);
  EXPECT_NEAR(won.upper, 2.9444389791664403, kNear);
  EXPECT_EQ(won.verdict, SprtVerdict::kAcceptElo1);
  EXPECT_EQ(sprt({1300, 6000, 1500}, hypotheses).verdict, SprtVerdict::kAcceptElo0);
  EXPECT_EQ(sprt({100, 200, 100}, hypotheses).verdict, SprtVerdict::kGoOn);
  EXPECT_EQ(sprt({}, hypotheses).verdict, SprtVerdict::kGoOn);
  EXPECT_EQ(sprt({}, hypotheses).log_likelihood_ratio, 0);
}

TEST(Statistics, UnequalErrorsMoveTheBoundsApart) {
  const SprtState state = sprt({}, {0, 5, 0.01, 0.1});
  EXPECT_NEAR(state.lower, std::log(0.1 / 0.99), kNear);
  EXPECT_NEAR(state.upper, std::log(0.9 / 0.01), kNear);
}

}  // namespace
}  // namespace mill
