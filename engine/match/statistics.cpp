#include "engine/match/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace mill {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Shares of the three outcomes.
struct Shares {
  double win = 0, draw = 0, loss = 0;
};

/// The likeliest shares that have the expected score `s`. With W wins, D draws, L losses, n games
/// and a share d of draws, those of wins and losses are s - d/2 and 1 - s - d/2. The derivative of
/// W log(s - d/2) + D log d + L log(1 - s - d/2) is zero where
///
///   n d^2 - (2 D + W b + L a) d + D a b = 0   with a = 2 s, b = 2 - 2 s,
///
/// and the smaller root keeps all shares positive.
Shares likeliest_shares(const WinDrawLoss& score, double s) {
  const auto wins = static_cast<double>(score.wins);
  const auto draws = static_cast<double>(score.draws);
  const auto losses = static_cast<double>(score.losses);
  const double a = 2 * s, b = 2 - 2 * s;
  const double games = wins + draws + losses;
  const double linear = 2 * draws + wins * b + losses * a;
  const double root = std::sqrt(std::max(0.0, linear * linear - 4 * games * draws * a * b));
  // The form of the smaller root that does not subtract nearly equal numbers.
  const double draw = linear + root > 0 ? 2 * draws * a * b / (linear + root) : 0;
  return {s - draw / 2, draw, 1 - s - draw / 2};
}

double log_likelihood(const WinDrawLoss& score, const Shares& shares) {
  const auto term = [](std::uint64_t games, double share) {
    return games == 0 ? 0.0 : static_cast<double>(games) * std::log(share);
  };
  return term(score.wins, shares.win) + term(score.draws, shares.draw) +
         term(score.losses, shares.loss);
}

/// Wilson's interval for a share of n trials.
Estimate interval_of_share(double share, double n, double z) {
  const double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
  const double half =
      z / (1 + z * z / n) * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  // Shares of 0 and 1 are ends of their intervals exactly, whatever the rounding.
  return {share, share == 0 ? 0 : middle - half, share == 1 ? 1 : middle + half};
}

/// Mean points of a game with their interval. The variance is that of the games; where all ended
/// alike they tell none, and Wilson's interval, which takes the largest possible, stands in.
Estimate mean_points(const WinDrawLoss& score, double z) {
  const auto games = static_cast<double>(score.games());
  const double mean = score.points() / games;
  if (std::max({score.wins, score.draws, score.losses}) == score.games())
    return interval_of_share(mean, games, z);
  const double square_mean =
      (static_cast<double>(score.wins) + 0.25 * static_cast<double>(score.draws)) / games;
  const double error = std::sqrt((square_mean - mean * mean) / games);
  return {mean, mean - z * error, mean + z * error};
}

}  // namespace

Estimate wilson_interval(std::uint64_t successes, std::uint64_t trials, double z) {
  MILLSTONE_CHECK(successes <= trials);
  if (trials == 0) return {0, 0, 1};
  const auto n = static_cast<double>(trials);
  return interval_of_share(static_cast<double>(successes) / n, n, z);
}

double elo_of_score(double score) {
  if (score <= 0) return -kInfinity;
  if (score >= 1) return kInfinity;
  return -400 * std::log10(1 / score - 1);
}

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

Estimate elo_difference(const WinDrawLoss& score, double z) {
  if (score.games() == 0) return {0, -kInfinity, kInfinity};
  const Estimate points = mean_points(score, z);
  return {elo_of_score(points.value), elo_of_score(points.low), elo_of_score(points.high)};
}

double log_likelihood_ratio(const WinDrawLoss& score, double score0, double score1) {
  MILLSTONE_CHECK(0 < score0 && score0 < 1 && 0 < score1 && score1 < 1);
  return log_likelihood(score, likeliest_shares(score, score1)) -
         log_likelihood(score, likeliest_shares(score, score0));
}

SprtState sprt(const WinDrawLoss& score, const SprtHypotheses& hypotheses) {
  SprtState state;
  state.lower = std::log(hypotheses.beta / (1 - hypotheses.alpha));
  state.upper = std::log((1 - hypotheses.beta) / hypotheses.alpha);
  state.log_likelihood_ratio =
      log_likelihood_ratio(score, score_of_elo(hypotheses.elo0), score_of_elo(hypotheses.elo1));
  if (state.log_likelihood_ratio >= state.upper) state.verdict = SprtVerdict::kAcceptElo1;
  if (state.log_likelihood_ratio <= state.lower) state.verdict = SprtVerdict::kAcceptElo0;
  return state;
}

}  // namespace mill
