#pragma once

#include <chrono>
#include <optional>

#include "builder/cluster/cluster_team.h"
#include "builder/cluster/job_worker.h"
#include "builder/database_builder.h"

namespace mill {

/// The part of every rank of a build that asks the coordinator for pairs and tells what has become
/// of them.
class Worker final : public PairSource {
 public:
  /// Refers to its arguments.
  Worker(Communicator& communicator, JobWorker& job, const StopSigns& signs)
      : communicator_(communicator), job_(job), signs_(signs) {}

  Result<Next> next(const std::function<Result<void>()>& check) override;
  void written(const BuiltSubspace& subspace) override;
  void found(const Subspace& subspace) override;

 private:
  RankShare share_since(std::chrono::steady_clock::time_point start) const;

  Communicator& communicator_;
  JobWorker& job_;
  const StopSigns& signs_;
  std::optional<ClusterTeam> team_;  ///< with whom the last pair was built
  std::optional<std::chrono::steady_clock::time_point> start_;  ///< of the last pair
};

}  // namespace mill
