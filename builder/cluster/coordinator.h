#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "builder/cluster/communicator.h"
#include "builder/cluster/job_locks.h"
#include "builder/cluster/pair_schedule.h"
#include "builder/database_builder.h"
#include "builder/store/store.h"

namespace mill {

/// What teams of ranks may build a pair.
struct TeamLimits {
  int wanted = 0;            ///< ranks of a team, but no more than `most`; 0: as many as pays
  int most = 1;              ///< ranks of a team; 1: no teams
  std::uint64_t memory = 0;  ///< bytes that a rank may take
};

/// The part of the first rank that hands pairs out, and knows what is there: all of a job that is
/// not shared out. Keeps the log and tells the progress. One thread.
class Coordinator {
 public:
  /// Refers to all of its arguments.
  /// @param stop  set from outside: the job is to end
  /// @param teams  which teams there may be
  Coordinator(Communicator& communicator, const WorkList& work, const JobLocks& locks,
              BuildLog& log, BuildMeter& meter, StopFlag stop, const TeamLimits& teams);

  /// Answers what has arrived, and looks for ranks that have died if the job is being stopped. To
  /// be called now and then until is_over().
  void poll();

  /// Whether all ranks are done, or dead. They have been told then.
  bool is_over() const { return over_; }

  // Once it is over.

  /// What the job has built.
  const std::map<Subspace, BuiltSubspace>& written() const { return written_; }

  /// The pairs among it, in the order of their ends.
  std::vector<BuiltPair> pairs() const;

  /// The first error of a rank, with the name of the rank.
  const std::optional<Error>& failure() const { return failure_; }

  /// Most bytes of tables that a rank has held at a time, as accounted.
  std::uint64_t peak() const { return peak_; }

 private:
  /// A row that is being built.
  struct Work {
    std::size_t row = 0;
    int size = 1;  ///< of the team
    std::chrono::steady_clock::time_point start{};
  };

  void take(const Communicator::Arrival& arrival);
  void take_written(const BuiltSubspace& built);
  void take_there(const Subspace& subspace);
  void take_failure(int rank, Error error);
  void look_for_dead_ranks();
  void hand_out();
  void tell_what_is_solved();
  nlohmann::json news_for(int rank);
  int team_for(const PlannedSubspace& row) const;
  void start(std::size_t row, int size);
  void take_ready(int rank, const nlohmann::json& message);
  void take_share(const Work& work, const RankShare& share);
  double seconds_left(const Work& work) const;

  Communicator& communicator_;
  const WorkList& work_;
  const JobLocks& locks_;
  BuildLog& log_;
  BuildMeter& meter_;
  StopFlag stop_;
  TeamLimits teams_;
  PairSchedule schedule_;
  std::deque<int> ready_;                      // ranks that wait for a pair
  std::map<int, Work> solving_;                // by rank
  std::map<std::size_t, BuiltPair> building_;  // by row, with the ranks that are done
  std::vector<BuiltPair> pairs_;               // in the order of their ends
  std::set<int> at_work_;                      // ranks that are not done
  std::map<Subspace, BuiltSubspace> written_;
  std::set<Subspace> there_;         // of the plan, from the start or by now
  std::vector<Subspace> order_;      // in which they came to be there
  std::map<int, std::size_t> told_;  // how much of it each rank knows of
  std::optional<Error> failure_;
  std::uint64_t peak_ = 0;
  std::chrono::steady_clock::time_point next_look_{};
  bool over_ = false;
};

}  // namespace mill
