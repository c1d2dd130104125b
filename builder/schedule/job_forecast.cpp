#include "builder/schedule/job_forecast.h"

#include <algorithm>
#include <deque>
#include <numeric>

#include "builder/schedule/pair_schedule.h"
#include "builder/solver/solver.h"

namespace mill {
namespace {

/// A job on a clock of its own.
class SimulatedJob {
 public:
  SimulatedJob(const Variant& variant, const std::vector<PlannedSubspace>& rows,
               const TeamChooser& teams, int ranks)
      : variant_(variant), rows_(rows), teams_(teams), schedule_(rows) {
    ready_.resize(static_cast<std::size_t>(ranks));
    std::iota(ready_.begin(), ready_.end(), 0);
  }

  /// The pairs in the order in which they begin.
  std::vector<ForecastPair> run() {
    hand_out();
    while (!at_work_.empty()) {
      const auto next =
          std::ranges::min_element(at_work_, {}, [&](const Work& work) { return end_of(work); });
      const Work done = *next;
      at_work_.erase(next);
      now_ = end_of(done);
      schedule_.finished(done.row);
      const std::vector<int>& team = begun_[done.begun].team;
      ready_.insert(ready_.end(), team.begin(), team.end());
      hand_out();
    }
    return std::move(begun_);
  }

 private:
  struct Work {
    std::size_t row, begun;
  };

  double end_of(const Work& work) const { return begun_[work.begun].end; }

  void hand_out() {
    while (!ready_.empty()) {
      const auto row = schedule_.next();
      if (!row) return;
      const auto size =
          static_cast<std::size_t>(teams_.size(*row, schedule_.available(), free_in()));
      if (size > ready_.size()) return;  // it waits for others
      schedule_.take(*row);
      start(*row, size);
    }
  }

  /// What the coordinator believes; how long it will be in truth it does not know.
  std::vector<double> free_in() const {
    std::vector<double> seconds(ready_.size(), 0.0);
    for (const Work& work : at_work_) {
      const ForecastPair& pair = begun_[work.begun];
      seconds.insert(seconds.end(), pair.team.size(),
                     seconds_left(pair.cost.seconds(), now_ - pair.begin));
    }
    return seconds;
  }

  void start(std::size_t row, std::size_t size) {
    const auto members = static_cast<int>(size);
    ForecastPair pair;
    pair.row = rows_[row];
    pair.team.assign(ready_.begin(), ready_.begin() + members);
    ready_.erase(ready_.begin(), ready_.begin() + members);
    std::ranges::sort(pair.team);
    pair.cost = teams_.cost(row, members);
    const SolveMemory memory = solve_memory(variant_, rows_[row].subspace, members);
    pair.memory = std::max(memory.least, std::min(memory.usual, teams_.limits().memory));
    pair.begin = now_;
    pair.end = now_ + pair.cost.seconds();
    at_work_.push_back({row, begun_.size()});
    begun_.push_back(std::move(pair));
  }

  const Variant& variant_;
  const std::vector<PlannedSubspace>& rows_;
  const TeamChooser& teams_;
  PairSchedule schedule_;
  std::deque<int> ready_;
  std::vector<Work> at_work_;
  std::vector<ForecastPair> begun_;
  double now_ = 0;
};

/// The longest path through pairs that take what the least team takes for them.
double critical_path(std::vector<PlannedSubspace> rows, const TeamChooser& teams) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    PlannedSubspace& row = rows[i];
    row.solve_seconds = teams.cost(i, teams.least(i)).seconds() / (row.partner ? 2 : 1);
    row.write_seconds = 0;
  }
  const PairSchedule schedule(rows);
  double longest = 0;
  for (std::size_t row = 0; row < rows.size(); ++row)
    longest = std::max(longest, schedule.path(row));
  return longest;
}

/// The most that a rank sends, or receives: shares are alike, but for the first member of a team,
/// to which all that is compressed goes.
double most_moved(const std::vector<ForecastPair>& pairs, int ranks) {
  std::vector<double> moved(static_cast<std::size_t>(ranks));
  for (const ForecastPair& pair : pairs) {
    const auto size = static_cast<double>(pair.team.size());
    for (const int rank : pair.team)
      moved[static_cast<std::size_t>(rank)] +=
          pair.cost.crossing / size + (rank == pair.team.front() ? pair.cost.gathered : 0);
  }
  return *std::ranges::max_element(moved);
}

}  // namespace

JobForecast forecast_job(const Variant& variant, const Plan& plan, const PlanOptions& options,
                         const ClusterShape& shape, const TeamLimits& limits) {
  const std::vector<PlannedSubspace> rows = rows_of_pairs(plan);
  const TeamChooser teams(variant, plan, options, rows, shape, limits);
  JobForecast forecast;
  forecast.pairs = SimulatedJob(variant, rows, teams, shape.ranks).run();
  forecast.critical_path = critical_path(rows, teams);
  double busy = 0;
  for (const ForecastPair& pair : forecast.pairs) {
    forecast.seconds = std::max(forecast.seconds, pair.end);
    forecast.memory = std::max(forecast.memory, pair.memory);
    const SolveMemory narrowest = solve_memory(variant, pair.row.subspace, limits.most);
    forecast.least_memory = std::max(forecast.least_memory, narrowest.least);
    forecast.sent += pair.cost.sent();
    forecast.read += pair.cost.read;
    busy += static_cast<double>(pair.team.size()) * (pair.end - pair.begin);
  }
  forecast.most_moved = most_moved(forecast.pairs, shape.ranks);
  if (forecast.seconds > 0) forecast.idle = 1 - busy / (shape.ranks * forecast.seconds);
  return forecast;
}

}  // namespace mill
