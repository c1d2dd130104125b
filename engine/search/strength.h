#pragma once

#include <cstddef>
#include <optional>
#include <random>
#include <span>

#include "engine/search/search_line.h"

namespace mill {

/// How well somebody plays who errs as people do: such a player looks some plies ahead, but not
/// behind every action, and misjudges a little what comes of it.
struct Strength {
  int depth = 1;          ///< plies looked ahead; at least 1
  double overlooked = 0;  ///< share of the actions of which the answers are overlooked, 0 to 1
  double error = 0;       ///< in what an action is worth (worth_of()): standard deviation
};

/// The highest level: no strength, the engine does its best.
inline constexpr int kFullLevel = 30;

/// Of a level from 0 on, which may be a broken number; none from kFullLevel on.
std::optional<Strength> strength_of_level(double level);

/// What levels are worth in Elo, where a player of random moves has 0: levels are evenly spaced
/// (engine/RESULTS.md, "Levels").
inline constexpr int kLowestElo = 480, kHighestElo = 1930;
double level_of_elo(double elo);

/// Which line such a player chooses.
/// @param first_sight  a line for each action that may be played, searched one ply deep
/// @param looked_ahead  the same actions, in any order, searched as deep as the player looks
/// @return an index of `looked_ahead`
std::size_t choose_fallibly(std::span<const SearchLine> first_sight,
                            std::span<const SearchLine> looked_ahead, const Strength& strength,
                            std::mt19937_64& random);

}  // namespace mill
