#include "builder/cluster/job_worker.h"

#include <thread>

#include "builder/cluster/job_messages.h"

namespace mill {
namespace {

using nlohmann::json;

constexpr std::chrono::milliseconds kBetweenChecks{50};

// For so long the one that tells of the first rank's death lives on, so that others see that it
// does.
constexpr std::chrono::milliseconds kUntilSeen{300};

}  // namespace

void JobWorker::tell(const json& message) {
  terms_.communicator.send(kFirstRank, Channel::kCoordinator, message);
}

Result<json> JobWorker::ask(const json& question, const std::function<Result<void>()>& check) {
  tell(question);
  std::unique_lock lock(mutex_);
  while (!answer_) {
    arrived_.wait_for(lock, kBetweenChecks);
    MILLSTONE_TRY(check());
  }
  return *std::exchange(answer_, std::nullopt);
}

Result<void> JobWorker::work_off(const std::function<Result<json>(const json&)>& work) {
  const auto may_go_on = [&]() -> Result<void> {
    if (signs_.stopping) return fail(ErrorCode::kInterrupted, "stopped");
    return {};
  };
  json ready = json::object();
  for (;;) {
    ready["kind"] = kinds::kReady;
    const json answer = MILLSTONE_TRY(ask(ready, may_go_on));
    if (answer.at("kind") == kinds::kNothing) return {};
    ready = MILLSTONE_TRY(work(answer));
  }
}

Result<void> JobWorker::end(const Result<json>& share) {
  json last = share ? *share : json{{"error", to_json(share.error())}};
  last["kind"] = share ? kinds::kDone : kinds::kFailed;
  tell(last);
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [&] { return ended_ || lost_; });
  if (ended_) return {};
  terms_.communicator.give_up();
  if (!tells_) return fail(ErrorCode::kInterrupted, "stopped");
  lock.unlock();
  std::this_thread::sleep_until(*lost_ + kUntilSeen);
  return tl::unexpected(terms_.death_of(kFirstRank));
}

void JobWorker::poll() {
  while (const auto arrival = terms_.communicator.receive(Channel::kWorker)) take(arrival->message);
  look_for_first();
  if (stop_.is_set()) signs_.stopping = true;
}

void JobWorker::take(const json& message) {
  const std::string kind = message.at("kind");
  const std::lock_guard lock(mutex_);
  if (kind == kinds::kStop) {
    if (message.at("broken").get<bool>()) signs_.broken = true;
    signs_.stopping = true;
  } else if (kind == kinds::kEnd) {
    ended_ = true;
  } else {
    answer_ = message;
  }
  arrived_.notify_all();
}

/// Of the ranks that see the first one dead the lowest tells of it. Who looks late may find the
/// lowest gone because it has told, and leaves it at that.
void JobWorker::look_for_first() {
  const int rank = terms_.communicator.rank();
  const auto now = Clock::now();
  if (rank == kFirstRank || lost_ || now < last_look_ + kDeathWatch) return;
  if (!terms_.locks.is_dead(kFirstRank)) {
    last_look_ = now;
    return;
  }
  const bool is_lowest = terms_.locks.is_lowest_after_first(rank);
  const auto seen = Clock::now();
  const std::lock_guard lock(mutex_);
  tells_ = is_lowest && (rank == kFirstRank + 1 || seen < last_look_ + kUntilSeen);
  lost_ = seen;
  signs_.broken = true;
  signs_.stopping = true;
  arrived_.notify_all();
}

}  // namespace mill
