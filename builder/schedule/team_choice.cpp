#include "builder/schedule/team_choice.h"

#include <algorithm>

#include "builder/schedule/pair_schedule.h"
#include "builder/solver/solver.h"

namespace mill {
namespace {

constexpr double kSecondsToMeet = 0.1;  // about what the exchanges of a small pair take

}  // namespace

int chosen_team(const PlannedSubspace& row, int least, const TeamLimits& limits,
                std::size_t available, std::vector<double> free_in) {
  if (limits.wanted > 0) return std::max(least, std::min(limits.wanted, limits.most));
  std::ranges::sort(free_in);
  const auto per_pair = static_cast<int>(free_in.size() / available);
  return team_size(seconds_of_pair(row), least, std::min(per_pair, limits.most), free_in);
}

std::vector<int> least_teams(const Variant& variant, const std::vector<PlannedSubspace>& rows,
                             const TeamLimits& limits) {
  std::vector<int> teams;
  for (const PlannedSubspace& row : rows) {
    int& least = teams.emplace_back(1);
    while (least < limits.most && solve_memory(variant, row.subspace, least).least > limits.memory)
      ++least;
  }
  return teams;
}

int team_size(double seconds, int least, int most, const std::vector<double>& free_in) {
  int best = least;
  double soonest = 0;
  for (int size = least; size <= std::max(least, most); ++size) {
    const double meeting = size > 1 ? kSecondsToMeet : 0;
    const double end = free_in[static_cast<std::size_t>(size) - 1] + seconds / size + meeting;
    if (size > least && end >= soonest) continue;
    soonest = end;
    best = size;
  }
  return best;
}

double seconds_left(const PlannedSubspace& row, int team, double taken) {
  constexpr double kLate = 0.2;
  return std::max(seconds_of_pair(row) / team - taken, kLate * taken);
}

}  // namespace mill
