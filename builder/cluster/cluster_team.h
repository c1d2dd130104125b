#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/task.h"
#include "builder/cluster/communicator.h"
#include "builder/solver/solver_team.h"

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
  /// @param stop   set when the work is to be given up: somebody of the team may be gone
  ClusterTeam(Communicator& communicator, std::vector<int> ranks, StopFlag stop);

  int size() const override { return static_cast<int>(ranks_.size()); }
  int member() const override { return member_; }
  void start_exchange(Messages messages) override;
  Result<Messages> finish_exchange() override;

  const TeamTraffic& traffic() const { return traffic_; }

 private:
  Communicator& communicator_;
  const std::vector<int> ranks_;
  StopFlag stop_;
  int member_ = 0;
  std::vector<std::uint8_t> own_;  ///< what this member has sent to itself
  TeamTraffic traffic_;
};

}  // namespace mill
