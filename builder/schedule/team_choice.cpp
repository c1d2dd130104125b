#include "builder/schedule/team_choice.h"

#include <algorithm>

#include "builder/solver/solver.h"

namespace mill {

int chosen_team(const SecondsOfTeam& seconds, int least, const TeamLimits& limits,
                std::size_t available, std::vector<double> free_in) {
  if (limits.wanted > 0) return std::max(least, std::min(limits.wanted, limits.most));
  std::ranges::sort(free_in);
  const auto per_pair = static_cast<int>(free_in.size() / available);
  return team_size(seconds, least, std::min(per_pair, limits.most), free_in);
}

std::vector<int> least_teams(const Variant& variant, const std::vector<PlannedSubspace>& rows,
                             const TeamLimits& limits) {
  std::vector<int> teams;
  for (const PlannedSubspace& row : rows) {
    int& least = teams.emplace_back(1);
    if (row.by_turns) continue;  // by one process
    while (least < limits.most && solve_memory(variant, row.subspace, least).least > limits.memory)
      ++least;
  }
  return teams;
}

int team_size(const SecondsOfTeam& seconds, int least, int most,
              const std::vector<double>& free_in) {
  int best = least;
  double soonest = 0;
  for (int size = least; size <= std::max(least, most); ++size) {
    const double end = free_in[static_cast<std::size_t>(size) - 1] + seconds(size);
    if (size > least && end >= soonest) continue;
    soonest = end;
    best = size;
  }
  return best;
}

double seconds_left(double estimated, double taken) {
  constexpr double kLate = 0.2;
  return std::max(estimated - taken, kLate * taken);
}

TeamChooser::TeamChooser(const Variant& variant, const Plan& plan, const PlanOptions& options,
                         const std::vector<PlannedSubspace>& rows, const ClusterShape& shape,
                         const TeamLimits& limits)
    : rows_(rows),
      limits_(limits),
      options_(options),
      shape_(shape),
      costs_(variant, plan, options_, shape_),
      least_(least_teams(variant, rows, limits)) {}

int TeamChooser::size(std::size_t row, std::size_t available, std::vector<double> free_in) const {
  if (rows_[row].by_turns) return 1;
  return chosen_team([&](int members) { return cost(row, members).seconds(); }, least(row), limits_,
                     available, std::move(free_in));
}

}  // namespace mill
