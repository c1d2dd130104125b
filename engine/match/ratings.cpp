#include "engine/match/ratings.h"

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace mill {
namespace {

using Eigen::Index;
using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

const double kEloUnit = std::log(10) / 400;  // Elo times this is the logarithm of the odds

/// The games of a pair with the draw that is added.
struct PairGames {
  Index first, second;
  double games, points, squares;  // of the first; the sum of squared points
};

std::vector<PairGames> with_added_draws(std::span<const PairScore> scores) {
  std::vector<PairGames> pairs;
  for (const PairScore& pair : scores) {
    if (pair.score.games() == 0) continue;
    const auto wins = static_cast<double>(pair.score.wins);
    const auto draws = static_cast<double>(pair.score.draws) + 1;
    pairs.push_back({static_cast<Index>(pair.first), static_cast<Index>(pair.second),
                     static_cast<double>(pair.score.games()) + 1, wins + draws / 2,
                     wins + draws / 4});
  }
  return pairs;
}

/// Whom chains of games join to a player.
std::vector<bool> joined_to(std::size_t zero, std::size_t players,
                            const std::vector<PairGames>& pairs) {
  std::vector<bool> joined(players);
  joined[zero] = true;
  for (bool grows = true; grows;) {
    grows = false;
    for (const PairGames& pair : pairs) {
      const auto first = static_cast<std::size_t>(pair.first);
      const auto second = static_cast<std::size_t>(pair.second);
      if (joined[first] == joined[second]) continue;
      joined[first] = joined[second] = grows = true;
    }
  }
  return joined;
}

/// Adds what a pair says of a matrix over the players: of the difference of two of them.
void add_to(Matrix& matrix, const PairGames& pair, double amount) {
  matrix(pair.first, pair.first) += amount;
  matrix(pair.second, pair.second) += amount;
  matrix(pair.first, pair.second) -= amount;
  matrix(pair.second, pair.first) -= amount;
}

/// The likelihood of the results at some strengths (logarithms of odds): slope and curvature, and
/// how much the slope varies from one such series of games to another.
struct Likelihood {
  Vector slope;
  Matrix curvature, variance;
};

Likelihood likelihood_at(const Vector& strengths, const std::vector<PairGames>& pairs) {
  const Index players = strengths.size();
  Likelihood result{Vector::Zero(players), Matrix::Zero(players, players),
                    Matrix::Zero(players, players)};
  for (const PairGames& pair : pairs) {
    const double expected = 1 / (1 + std::exp(strengths[pair.second] - strengths[pair.first]));
    const double surplus = pair.points - pair.games * expected;
    result.slope[pair.first] += surplus;
    result.slope[pair.second] -= surplus;
    add_to(result.curvature, pair, pair.games * expected * (1 - expected));
    const double mean = pair.points / pair.games;
    add_to(result.variance, pair, pair.squares - pair.games * mean * mean);
  }
  return result;
}

/// Keeps one player where it is.
void hold(Likelihood& likelihood, std::size_t player) {
  const auto index = static_cast<Index>(player);
  likelihood.slope[index] = 0;
  for (Matrix* matrix : {&likelihood.curvature, &likelihood.variance}) {
    matrix->row(index).setZero();
    matrix->col(index).setZero();
  }
  likelihood.curvature(index, index) = 1;
}

}  // namespace

std::vector<Estimate> ratings(std::size_t players, std::span<const PairScore> scores,
                              std::size_t zero, double z) {
  MILLSTONE_CHECK(zero < players);
  const std::vector<PairGames> pairs = with_added_draws(scores);
  const std::vector<bool> joined = joined_to(zero, players, pairs);
  const auto likelihood = [&](const Vector& strengths) {
    Likelihood result = likelihood_at(strengths, pairs);
    for (std::size_t player = 0; player < players; ++player)
      if (player == zero || !joined[player]) hold(result, player);
    return result;
  };
  // The likelihood has one top, and Newton's steps come to it if they are not too long.
  constexpr int kMostSteps = 200;
  constexpr double kLongestStep = 1, kNothing = 1e-10;
  Vector strengths = Vector::Zero(static_cast<Index>(players));
  for (int step = 0; step < kMostSteps; ++step) {
    const Likelihood at = likelihood(strengths);
    Vector change = at.curvature.ldlt().solve(at.slope);
    const double length = change.cwiseAbs().maxCoeff();
    if (length > kLongestStep) change *= kLongestStep / length;
    strengths += change;
    if (length < kNothing) break;
  }
  const Likelihood at = likelihood(strengths);
  const Matrix inverse = at.curvature.inverse();
  const Matrix variance = inverse * at.variance * inverse;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<Estimate> elos;
  for (std::size_t player = 0; player < players; ++player) {
    const auto index = static_cast<Index>(player);
    const double elo = strengths[index] / kEloUnit;
    const double half = z * std::sqrt(variance(index, index)) / kEloUnit;
    elos.push_back(joined[player] ? Estimate{elo, elo - half, elo + half}
                                  : Estimate{0, -kInfinity, kInfinity});
  }
  return elos;
}

}  // namespace mill
