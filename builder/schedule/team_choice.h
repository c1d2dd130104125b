#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "builder/plan/plan.h"
#include "builder/schedule/team_cost.h"
#include "game/variant.h"

namespace mill {

/// What teams of ranks may build a pair.
struct TeamLimits {
  int wanted = 0;            ///< ranks of a team, but no more than `most`; 0: as many as pays
  int most = 1;              ///< ranks of a team; 1: no teams
  std::uint64_t memory = 0;  ///< bytes that a rank may take
};

/// Estimated seconds that so many ranks take to build a row together (TeamCosts).
using SecondsOfTeam = std::function<double(int members)>;

/// How many ranks a row is to be built by; if that is more than are free now, it waits for them.
/// @param least      of the row, by least_teams()
/// @param available  rows that can be taken now, this one included
/// @param free_in    seconds until a rank is free, for each rank, in any order
int chosen_team(const SecondsOfTeam& seconds, int least, const TeamLimits& limits,
                std::size_t available, std::vector<double> free_in);

/// Fewest ranks of a team whose memory suffices, for each row; `limits.most` where not even theirs
/// does.
std::vector<int> least_teams(const Variant& variant, const std::vector<PlannedSubspace>& rows,
                             const TeamLimits& limits);

/// How many ranks are to build a pair together for it to be there soonest; more than are free now
/// if it pays to wait for them.
/// @param least    ranks that its memory asks for, 1 or more
/// @param most     ranks that are not wanted elsewhere; ignored below `least`
/// @param free_in  seconds until a rank is free, for each rank, the first of them first; `least` or
///                 more of them
int team_size(const SecondsOfTeam& seconds, int least, int most,
              const std::vector<double>& free_in);

/// Seconds until a row is done; at least a part of those that it has taken.
/// @param estimated  of the whole row, for the team that builds it
double seconds_left(double estimated, double taken);

/// How many ranks build each row of a build: the same choice in a job and in its forecast.
/// Immutable.
class TeamChooser {
 public:
  /// Refers to the variant, the plan and the rows.
  /// @param options  those that the plan was made with; `threads` are the processors of a rank
  TeamChooser(const Variant& variant, const Plan& plan, const PlanOptions& options,
              const std::vector<PlannedSubspace>& rows, const ClusterShape& shape,
              const TeamLimits& limits);
  TeamChooser(const TeamChooser&) = delete;
  TeamChooser& operator=(const TeamChooser&) = delete;

  const TeamLimits& limits() const { return limits_; }

  /// What it takes so many ranks to build a row together.
  TeamCost cost(std::size_t row, int members) const { return costs_.of(rows_[row], members); }

  /// Fewest ranks for a row, as least_teams().
  int least(std::size_t row) const { return least_[row]; }

  /// How many are to build it, as chosen_team().
  int size(std::size_t row, std::size_t available, std::vector<double> free_in) const;

 private:
  const std::vector<PlannedSubspace>& rows_;
  const TeamLimits limits_;
  const PlanOptions options_;
  const ClusterShape shape_;
  const TeamCosts costs_;  // refers to the two above
  const std::vector<int> least_;
};

}  // namespace mill
