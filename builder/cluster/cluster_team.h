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
  double waited = 0;  ///< seconds with nothing else to do
};

/// Ranks of a job that solve one pair together. One thread, that of the build.
class ClusterTeam final : public SolverTeam {
 public:
  /// @param ranks  by member; this rank is among them
  /// @param broken  set when a rank is gone, so that waiting is in vain
  ClusterTeam(Communicator& communicator, std::vector<int> ranks, StopFlag broken);

  int size() const override { return static_cast<int>(ranks_.size()); }
  int member() const override { return member_; }
  void send(int to, Message message) override;
  Result<std::optional<Message>> take(int from) override;
  std::size_t bytes_under_way() override { return communicator_.bytes_under_way(); }
  Result<void> pause() override;
  Message spare() override { return communicator_.spare(); }
  void reuse(Message message) override { communicator_.reuse(std::move(message)); }

  const TeamTraffic& traffic() const { return traffic_; }

 private:
  Communicator& communicator_;
  const std::vector<int> ranks_;
  StopFlag broken_;
  int member_ = 0;
  int pauses_ = 0;  ///< since a message was taken
  TeamTraffic traffic_;
};

}  // namespace mill
