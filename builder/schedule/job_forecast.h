#pragma once

#include <cstdint>
#include <vector>

#include "builder/plan/plan.h"
#include "builder/schedule/team_choice.h"
#include "builder/schedule/team_cost.h"
#include "game/variant.h"

namespace mill {

/// A pair in the schedule of a job.
struct ForecastPair {
  PlannedSubspace row;
  double begin = 0, end = 0;  ///< seconds from the start of the job
  std::vector<int> team;      ///< ranks that build it
  TeamCost cost;
  std::uint64_t memory = 0;  ///< bytes that a rank of the team holds
};

/// What a job on a cluster will take, estimated.
struct JobForecast {
  std::vector<ForecastPair> pairs;  ///< in the order in which they begin
  double seconds = 0;
  double critical_path = 0;        ///< seconds of the longest path, of pairs by the least teams
  std::uint64_t memory = 0;        ///< bytes: the most that a rank holds
  std::uint64_t least_memory = 0;  ///< bytes: the smallest budget of a rank that suffices
  double sent = 0;                 ///< bytes from rank to rank
  double most_moved = 0;           ///< bytes: the most that a rank sends, or receives, of them
  double read = 0;                 ///< bytes of inputs from the file system
  double idle = 0;                 ///< share of the ranks' time in which they build nothing
};

/// Goes through a build of a whole plan on a cluster as the coordinator of builder/cluster does:
/// the same schedule and the same choice of teams, with the model's seconds in place of the clock.
/// @param options  those that the plan was made with; `threads` are the processors of a rank
JobForecast forecast_job(const Variant& variant, const Plan& plan, const PlanOptions& options,
                         const ClusterShape& shape, const TeamLimits& limits);

}  // namespace mill
