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

void ClusterTeam::send(int to, Message message) {
  traffic_.sent += message.size();
  communicator_.send_bytes(ranks_[static_cast<std::size_t>(to)], std::move(message));
}

Result<std::optional<SolverTeam::Message>> ClusterTeam::take(int from) {
  auto message = communicator_.take_bytes(ranks_[static_cast<std::size_t>(from)]);
  if (!message) return std::nullopt;
  traffic_.received += message->size();
  pauses_ = 0;
  return message;
}

Result<void> ClusterTeam::pause() {
  if (broken_.is_set()) return fail(ErrorCode::kInterrupted, "stopped");
  const auto start = std::chrono::steady_clock::now();
  if (++pauses_ < kEagerLooks)
    std::this_thread::yield();
  else
    std::this_thread::sleep_for(kPause);
  traffic_.waited += seconds_since(start);
  return {};
}

}  // namespace mill
