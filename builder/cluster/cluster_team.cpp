#include "builder/cluster/cluster_team.h"

#include <algorithm>
#include <thread>

#include "base/timing.h"

namespace mill {
namespace {

// A message that is not there yet is looked for again at once for a while, then less often, so that
// ranks which share processors leave them to each other.
constexpr int kEagerLooks = 100;
constexpr std::chrono::microseconds kPause{50};

}  // namespace

ClusterTeam::ClusterTeam(Communicator& communicator, std::vector<int> ranks, StopFlag broken)
    : communicator_(communicator), ranks_(std::move(ranks)), broken_(broken) {
  member_ = static_cast<int>(std::ranges::find(ranks_, communicator.rank()) - ranks_.begin());
}

void ClusterTeam::start_exchange(Messages messages) {
  for (int to = 0; to < size(); ++to) {
    std::vector<std::uint8_t>& message = messages[static_cast<std::size_t>(to)];
    if (to == member_) {
      own_ = std::move(message);
      continue;
    }
    traffic_.sent += message.size();
    communicator_.send_bytes(ranks_[static_cast<std::size_t>(to)], std::move(message));
  }
}

Result<SolverTeam::Messages> ClusterTeam::finish_exchange() {
  const auto start = std::chrono::steady_clock::now();
  Messages found(ranks_.size());
  for (int from = 0; from < size(); ++from) {
    std::vector<std::uint8_t>& message = found[static_cast<std::size_t>(from)];
    if (from == member_) {
      message = std::move(own_);
      continue;
    }
    const int rank = ranks_[static_cast<std::size_t>(from)];
    for (int looks = 0; !communicator_.receive_bytes(rank, message); ++looks) {
      if (broken_.is_set()) return fail(ErrorCode::kInterrupted, "stopped");
      if (looks < kEagerLooks)
        std::this_thread::yield();
      else
        std::this_thread::sleep_for(kPause);
    }
    traffic_.received += message.size();
  }
  traffic_.waited += seconds_since(start);
  return found;
}

}  // namespace mill
