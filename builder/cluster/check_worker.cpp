#include "builder/cluster/check_worker.h"

#include <chrono>
#include <thread>

#include "builder/cluster/job_messages.h"

namespace mill {
namespace {

using nlohmann::json;

constexpr int kFirstRank = 0;
// Who tells of the coordinator's death lives until others have seen that it does. If they see it
// too late they believe to be the ones who tell: by then the launcher, which gives ranks a second,
// has ended them.
constexpr std::chrono::milliseconds kUntilSeen{300}, kUntilEnded{1500};
constexpr std::chrono::milliseconds kBetweenLooksAtFirst{100};
constexpr double kWorthTelling = 0.001;  // of all checks

}  // namespace

Result<std::optional<std::size_t>> CheckWorker::next() {
  json ready{{"kind", kinds::kReady}};
  if (!report_.is_null()) ready["checked"] = std::exchange(report_, nullptr);
  communicator_.send(kFirstRank, Channel::kCoordinator, ready);
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [&] { return answer_ || state_.stopping; });
  if (state_.stopping) return fail(ErrorCode::kInterrupted, "stopped");
  const json message = *std::exchange(answer_, std::nullopt);
  if (message.at("kind") == kinds::kNothing) return std::nullopt;
  return message.at("number").get<std::size_t>();
}

void CheckWorker::checked(std::size_t number, const SubspaceReport& report) {
  report_ = {{"number", number}, {"report", to_json(report)}};
}

Result<void> CheckWorker::end(const Result<void>& share) {
  communicator_.send(kFirstRank, Channel::kCoordinator,
                     share ? json{{"kind", kinds::kDone}}
                           : json{{"kind", kinds::kFailed}, {"error", to_json(share.error())}});
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [&] { return ended_ || coordinator_lost_; });
  if (ended_) return {};
  communicator_.give_up();
  if (!tells_) return fail(ErrorCode::kInterrupted, "stopped");
  std::this_thread::sleep_for(communicator_.rank() == 1 ? kUntilSeen : kUntilEnded);
  return fail(ErrorCode::kInputOutput, "{} has died; run the same command again",
              communicator_.name_of(kFirstRank));
}

void CheckWorker::poll() {
  while (const auto arrival = communicator_.receive(Channel::kWorker)) take(arrival->message);
  const double share = state_.share;
  if (share >= told_ + kWorthTelling) {
    communicator_.send(kFirstRank, Channel::kCoordinator,
                       {{"kind", kinds::kProgress}, {"share", share}});
    told_ = share;
  }
  const bool lost = coordinator_is_dead();
  if (!lost && !stop_.is_set()) return;
  const std::lock_guard lock(mutex_);
  state_.stopping = true;
  if (lost && !coordinator_lost_) tells_ = locks_.is_lowest_after_first(communicator_.rank());
  coordinator_lost_ = lost;
  arrived_.notify_all();
}

bool CheckWorker::coordinator_is_dead() {
  const auto now = std::chrono::steady_clock::now();
  if (communicator_.is_first() || now < next_look_) return coordinator_lost_;
  next_look_ = now + kBetweenLooksAtFirst;
  return locks_.is_dead(kFirstRank);
}

void CheckWorker::take(const json& message) {
  const std::string kind = message.at("kind");
  const std::lock_guard lock(mutex_);
  if (kind == kinds::kStop) {
    state_.stopping = true;
  } else if (kind == kinds::kEnd) {
    ended_ = true;
  } else {
    answer_ = message;
  }
  arrived_.notify_all();
}

}  // namespace mill
