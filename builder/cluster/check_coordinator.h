#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "builder/cluster/communicator.h"
#include "builder/cluster/job_locks.h"
#include "builder/verifier/verifier.h"

namespace mill {

/// The part of the first rank that hands checks out and gathers what they found. One thread.
class CheckCoordinator {
 public:
  /// Refers to all of its arguments.
  /// @param control  of the whole job
  CheckCoordinator(Communicator& communicator, const Verification& verification,
                   const JobLocks& locks, const TaskControl& control);

  /// Answers what has arrived, and looks for ranks that have died, which ends the job. To be called
  /// now and then.
  void poll();

  // Once all ranks have been told that the job is over.

  /// What was found, by the numbers of the subspaces.
  const std::map<std::size_t, SubspaceReport>& reports() const { return reports_; }

  /// The first error of a rank, with the name of the rank.
  const std::optional<Error>& failure() const { return failure_; }

 private:
  void take(const Communicator::Arrival& arrival);
  void take_ready(int rank, const nlohmann::json& message);
  void take_failure(int rank, Error error);
  void look_for_dead_ranks();
  void tell_progress();

  Communicator& communicator_;
  const Verification& verification_;
  const JobLocks& locks_;
  const TaskControl& control_;
  std::size_t next_ = 0;                 // of the verification's order
  std::map<int, std::size_t> checking_;  // by rank
  std::map<int, double> shares_;         // of all checks, by rank
  std::set<int> at_work_;                // ranks that are not done
  std::map<std::size_t, SubspaceReport> reports_;
  std::optional<Error> failure_;
  std::chrono::steady_clock::time_point next_look_{};
  bool over_ = false;
};

}  // namespace mill
