#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/match/statistics.h"

namespace mill {

/// What one player of a list has scored against another.
struct PairScore {
  std::size_t first = 0, second = 0;  ///< their places in the list
  WinDrawLoss score;                  ///< of the first
};

/// The Elo of each player of a list, relative to one of them, that makes the results of all pairs
/// likeliest, with intervals from the variance of the games. So that nobody is infinitely strong, a
/// draw is added to each pair that has played.
/// Sources: R. Bradley and M. Terry, Rank analysis of incomplete block designs, Biometrika 39,
/// 1952; H. White, Maximum likelihood estimation of misspecified models, Econometrica 50, 1982 (the
/// variance, since draws make points vary less than the model thinks).
/// @param scores  pairs of different players; a pair may occur more than once
/// @param zero    the player whose Elo is 0
/// @return the Elo of a player whom no chain of games joins to `zero` is 0, from -inf to inf
std::vector<Estimate> ratings(std::size_t players, std::span<const PairScore> scores,
                              std::size_t zero = 0, double z = kNormal95);

}  // namespace mill
