#include "tests/builder/thread_team.h"

namespace mill {

void ThreadTeam::start_exchange(Messages messages) {
  const std::lock_guard lock(hub_.mutex_);
  for (int to = 0; to < hub_.size_; ++to)
    if (to != member_) hub_.bytes_sent_ += messages[static_cast<std::size_t>(to)].size();
  ThreadTeamHub::Box& box = hub_.boxes_[static_cast<std::size_t>(member_)];
  box.sent.push_back(std::move(messages));
  box.taken.push_back(0);
  hub_.changed_.notify_all();
}

Result<SolverTeam::Messages> ThreadTeam::finish_exchange() {
  Messages found;
  std::unique_lock lock(hub_.mutex_);
  for (ThreadTeamHub::Box& box : hub_.boxes_) {
    hub_.changed_.wait(lock,
                       [&] { return hub_.given_up_ || exchanges_ < box.first + box.sent.size(); });
    if (hub_.given_up_) return fail(ErrorCode::kInterrupted, "stopped");
    const std::size_t index = exchanges_ - box.first;
    found.push_back(std::move(box.sent[index][static_cast<std::size_t>(member_)]));
    ++box.taken[index];
    while (!box.taken.empty() && box.taken.front() == hub_.size_) {
      box.sent.erase(box.sent.begin());
      box.taken.erase(box.taken.begin());
      ++box.first;
    }
  }
  ++exchanges_;
  return found;
}

}  // namespace mill
