#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/task.h"
#include "builder/cluster/communicator.h"
#include "builder/solver/solver.h"

namespace mill {

/// Bytes that one rank has exchanged with the others of its team, and the time that it has waited.
struct TeamTraffic {
  std::uint64_t sent = 0, received = 0;
  double waited = 0;  ///< seconds
};

/// Ranks of a job that solve one pair together. One thread, that of the build.
class ClusterTeam final : public SolverTeam {
 public:
  /// @param ranks  by member; this rank is among them
  /// @param broken  set when a rank is gone, so that waiting is in vain
  ClusterTeam(Communicator& communicator, std::vector<int> ranks, StopFlag broken);

  int size() const override { return static_cast<int>(ranks_.size()); }
  int member() const override { return member_; }
  void start_exchange(Messages messages) override;
  Result<Messages> finish_exchange() override;

  const TeamTraffic& traffic() const { return traffic_; }

 private:
  Communicator& communicator_;
  const std::vector<int> ranks_;
  StopFlag broken_;
  int member_ = 0;
  std::vector<std::uint8_t> own_;  ///< what this member has sent to itself
  TeamTraffic traffic_;
};

}  // namespace mill
