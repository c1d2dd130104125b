#include "tests/builder/thread_team.h"

#include <chrono>
#include <thread>

namespace mill {

void ThreadTeam::send(int to, Message message) {
  hub_.bytes_sent_ += message.size();
  hub_.box_of(member_).under_way += message.size();
  ThreadTeamHub::Box& box = hub_.box_of(to);
  const std::lock_guard lock(box.mutex);
  box.sent_by[static_cast<std::size_t>(member_)].push_back(std::move(message));
}

Result<std::optional<SolverTeam::Message>> ThreadTeam::take(int from) {
  ThreadTeamHub::Box& box = hub_.box_of(member_);
  const std::lock_guard lock(box.mutex);
  auto& messages = box.sent_by[static_cast<std::size_t>(from)];
  if (messages.empty()) return std::nullopt;
  auto message = std::move(messages.front());
  messages.pop_front();
  hub_.box_of(from).under_way -= message.size();
  return message;
}

std::size_t ThreadTeam::bytes_under_way() { return hub_.box_of(member_).under_way; }

Result<void> ThreadTeam::pause() {
  if (hub_.given_up_) return fail(ErrorCode::kInterrupted, "stopped");
  // The longer the more threads there are, which look for messages all at once.
  std::this_thread::sleep_for(size() * std::chrono::microseconds(10));
  return {};
}

void run_as_team(ThreadTeamHub& hub, const std::function<void(SolverTeam&)>& work) {
  std::vector<std::jthread> threads;
  for (int member = 0; member < hub.size(); ++member)
    threads.emplace_back([&, member] {
      ThreadTeam team(hub, member);
      work(team);
    });
}

}  // namespace mill
