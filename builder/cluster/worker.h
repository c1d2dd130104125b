#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "builder/cluster/cluster_team.h"
#include "builder/cluster/job_locks.h"
#include "builder/database_builder.h"

namespace mill {

/// The part of every rank that asks the coordinator for pairs and tells what has become of them.
class Worker final : public PairSource {
 public:
  /// Refers to its arguments.
  /// @param stop  set from outside: the job is to end
  Worker(Communicator& communicator, const JobLocks& locks, StopFlag stop)
      : communicator_(communicator), locks_(locks), stop_(stop) {}

  Result<Next> next(const std::function<Result<void>()>& check) override;
  void written(const BuiltSubspace& subspace) override;
  void found(const Subspace& subspace) override;

  /// Says what the share of this rank came to, and waits until all ranks have said so.
  /// @return an error if the coordinator has died
  Result<void> end(const Result<std::uint64_t>& share);

  /// Set when this rank is to stop. Any thread.
  const std::atomic<bool>& stopping() const { return stopping_; }

  /// Takes what has arrived. To be called now and then by one thread of its own.
  void poll();

 private:
  RankShare share_since(std::chrono::steady_clock::time_point start) const;
  bool coordinator_is_dead() const;

  Communicator& communicator_;
  const JobLocks& locks_;
  StopFlag stop_;
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> broken_ = false;  ///< somebody is gone: who waits for others waits in vain
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::optional<nlohmann::json> answer_;
  bool ended_ = false, coordinator_lost_ = false;
  std::optional<ClusterTeam> team_;  ///< with whom the last pair was built
  std::optional<std::chrono::steady_clock::time_point> start_;  ///< of the last pair
};

}  // namespace mill
