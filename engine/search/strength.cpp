#include "engine/search/strength.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "base/error.h"
#include "engine/search/worth.h"

namespace mill {
namespace {

/// From 0 up to below 1, the same on every machine.
double share(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

/// Nearly normally distributed, with a standard deviation of 1: a sum of twelve shares has a
/// variance of 1.
double deviation(std::mt19937_64& random) {
  constexpr int kShares = 12;
  double sum = 0;
  for (int i = 0; i < kShares; ++i) sum += share(random);
  return sum - kShares / 2.0;
}

constexpr double kEloOfLevel = 1.0 * (kHighestElo - kLowestElo) / kFullLevel;

/// How far a strength is on the way from the weakest (0) to one without errors (1), and what that
/// was worth on a ladder (engine/RESULTS.md, "Levels").
struct MeasuredSkill {
  double skill, elo;
};
constexpr MeasuredSkill kMeasuredSkills[] = {
    {0, kLowestElo}, {0.15, 655}, {0.3, 930},  {0.4, 1140}, {0.5, 1385},
    {0.6, 1625},     {0.7, 1745}, {0.8, 1850}, {0.9, 1910}, {1, kHighestElo}};

/// The skill that is worth so much, on a straight line between those measured.
double skill_of_elo(double elo) {
  const MeasuredSkill* above = std::begin(kMeasuredSkills) + 1;
  while (above + 1 != std::end(kMeasuredSkills) && above->elo < elo) ++above;
  const MeasuredSkill& below = above[-1];
  return below.skill + (above->skill - below.skill) * (elo - below.elo) / (above->elo - below.elo);
}

}  // namespace

std::optional<Strength> strength_of_level(double level) {
  MILLSTONE_CHECK(level >= 0);
  if (level >= kFullLevel) return std::nullopt;
  constexpr double kMostOverlooked = 0.7, kLargestError = 0.9;
  constexpr int kMostPlies = 9;
  const double skill = skill_of_elo(kLowestElo + level * kEloOfLevel);
  const double weakness = 1 - skill;
  return Strength{1 + static_cast<int>(std::lround((kMostPlies - 1) * skill)),
                  kMostOverlooked * weakness * std::sqrt(weakness),
                  kLargestError * weakness * weakness};
}

double level_of_elo(double elo) {
  return kFullLevel * (elo - kLowestElo) / (kHighestElo - kLowestElo);  // exact at both ends
}

std::size_t choose_fallibly(std::span<const SearchLine> first_sight,
                            std::span<const SearchLine> looked_ahead, const Strength& strength,
                            std::mt19937_64& random) {
  MILLSTONE_CHECK(!looked_ahead.empty());
  std::size_t chosen = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < looked_ahead.size(); ++i) {
    const SearchLine* seen = &looked_ahead[i];
    if (share(random) < strength.overlooked) {
      const auto same = std::ranges::find(first_sight, seen->actions.front(),
                                          [](const auto& line) { return line.actions.front(); });
      if (same != first_sight.end()) seen = &*same;
    }
    const double worth = worth_of(seen->score) + strength.error * deviation(random);
    if (worth <= most) continue;
    most = worth;
    chosen = i;
  }
  return chosen;
}

}  // namespace mill
