#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "builder/cluster/communicator.h"
#include "builder/cluster/job_locks.h"
#include "builder/verifier/verifier.h"

namespace mill {

/// What a rank's checks read and write while others wait for it. Any thread.
struct CheckState {
  std::atomic<bool> stopping = false;  ///< the rank is to stop
  std::atomic<double> share = 0;       ///< of all checks, made here
};

/// The part of every rank of a verification that asks the coordinator for checks and tells what
/// they found.
class CheckWorker {
 public:
  /// Refers to its arguments.
  /// @param stop  set from outside: the job is to end
  CheckWorker(Communicator& communicator, const JobLocks& locks, CheckState& state, StopFlag stop)
      : communicator_(communicator), locks_(locks), state_(state), stop_(stop) {}

  /// The number of the next subspace to check; none when all are taken. kInterrupted
  Result<std::optional<std::size_t>> next();

  /// What a check found; told with the next question.
  void checked(std::size_t number, const SubspaceReport& report);

  /// Says what has become of the checks of this rank, and waits until all ranks have said so.
  /// @return an error if the coordinator has died
  Result<void> end(const Result<void>& share);

  /// Takes what has arrived and tells of progress. To be called now and then by one thread of its
  /// own.
  void poll();

 private:
  void take(const nlohmann::json& message);
  bool coordinator_is_dead();

  Communicator& communicator_;
  const JobLocks& locks_;
  CheckState& state_;
  StopFlag stop_;
  double told_ = 0;        // of the share
  nlohmann::json report_;  // of the last check
  std::chrono::steady_clock::time_point next_look_{};
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::optional<nlohmann::json> answer_;
  bool ended_ = false, coordinator_lost_ = false;
  bool tells_ = false;  // of the coordinator's death
};

}  // namespace mill
