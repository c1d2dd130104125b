#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "builder/cluster/job_coordinator.h"
#include "builder/database_builder.h"
#include "builder/schedule/pair_schedule.h"
#include "builder/schedule/team_choice.h"
#include "builder/schedule/team_cost.h"
#include "builder/store/store.h"

namespace mill {

/// The part of the first rank that hands pairs out, and knows what is there: all of a build that is
/// not shared out. Keeps the log and tells the progress.
class Coordinator final : public JobCoordinator {
 public:
  /// Refers to all of its arguments but the limits.
  /// @param teams  which teams there may be
  Coordinator(const JobTerms& terms, const WorkList& work, BuildLog& log, BuildMeter& meter,
              const TeamLimits& teams);

  // Once the job is over.

  /// What the job has built.
  const std::map<Subspace, BuiltSubspace>& written() const { return written_; }

  /// The pairs among it, in the order of their ends.
  std::vector<BuiltPair> pairs() const;

  /// Most bytes of tables that a rank has held at a time, as accounted.
  std::uint64_t peak() const { return peak_; }

 private:
  /// A row that is being built.
  struct Work {
    std::size_t row = 0;
    int size = 1;          ///< of the team
    double estimated = 0;  ///< seconds
    std::chrono::steady_clock::time_point start{};
  };

  void take(int rank, const nlohmann::json& message) override;
  void take_end(int rank, const nlohmann::json& last) override;
  void hand_out() override;
  void take_written(const BuiltSubspace& built);
  void take_there(const Subspace& subspace);
  void tell_what_is_solved();
  nlohmann::json news_for(int rank);
  int team_for(std::size_t row) const;
  void start(std::size_t row, int size);
  void take_ready(int rank, const nlohmann::json& message);
  void take_share(const Work& work, const RankShare& share);
  double seconds_of(std::size_t row, int members) const;

  const WorkList& work_;
  BuildLog& log_;
  BuildMeter& meter_;
  TeamLimits teams_;
  const PlanOptions plan_options_;
  const ClusterShape shape_;  // what network it has is not known: the usual one
  const TeamCosts costs_;
  PairSchedule schedule_;
  std::vector<int> least_teams_;               // by row: ranks that the memory of each asks for
  std::deque<int> ready_;                      // ranks that wait for a pair
  std::map<int, Work> solving_;                // by rank
  std::map<std::size_t, BuiltPair> building_;  // by row, with the ranks that are done
  std::vector<BuiltPair> pairs_;               // in the order of their ends
  std::map<Subspace, BuiltSubspace> written_;
  std::set<Subspace> there_;         // of the plan, from the start or by now
  std::vector<Subspace> order_;      // in which they came to be there
  std::map<int, std::size_t> told_;  // how much of it each rank knows of
  std::uint64_t peak_ = 0;
};

}  // namespace mill
