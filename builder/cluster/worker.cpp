#include "builder/cluster/worker.h"

#include <thread>

#include "base/timing.h"
#include "builder/cluster/job_messages.h"

namespace mill {
namespace {

using nlohmann::json;

constexpr std::chrono::milliseconds kLookAgain{50};
constexpr int kCoordinator = 0;

// The one that tells of a death lives on until the others have seen that it does. Open MPI leaves a
// second.
constexpr std::chrono::milliseconds kForOthersToSee{400};

}  // namespace

Result<PairSource::Next> Worker::next(const std::function<Result<void>()>& check) {
  json ready{{"kind", kinds::kReady}};
  if (start_) ready["took"] = to_json(share_since(*start_));
  start_.reset();
  team_.reset();
  communicator_.send(kCoordinator, Channel::kCoordinator, ready);
  std::unique_lock lock(mutex_);
  while (!answer_) {
    arrived_.wait_for(lock, kLookAgain);
    MILLSTONE_TRY(check());
  }
  const json message = *std::exchange(answer_, std::nullopt);
  Next next;
  next.finished = subspaces_from(message.at("finished"));
  if (message.at("kind") == kinds::kBuild) {
    next.pair = subspace_from(message.at("pair"));
    const auto ranks = message.at("team").get<std::vector<int>>();
    if (ranks.size() > 1) next.team = &team_.emplace(communicator_, ranks, broken_);
    start_ = std::chrono::steady_clock::now();
  }
  return next;
}

RankShare Worker::share_since(std::chrono::steady_clock::time_point start) const {
  const TeamTraffic traffic = team_ ? team_->traffic() : TeamTraffic{};
  return {communicator_.rank(), seconds_since(start), traffic.waited, traffic.sent,
          traffic.received};
}

void Worker::written(const BuiltSubspace& subspace) {
  communicator_.send(kCoordinator, Channel::kCoordinator,
                     {{"kind", kinds::kWritten}, {"built", to_json(subspace)}});
}

void Worker::found(const Subspace& subspace) {
  communicator_.send(kCoordinator, Channel::kCoordinator,
                     {{"kind", kinds::kFound}, {"subspace", to_json(subspace)}});
}

Result<void> Worker::end(const Result<std::uint64_t>& share) {
  communicator_.send(kCoordinator, Channel::kCoordinator,
                     share ? json{{"kind", kinds::kDone}, {"peak", *share}}
                           : json{{"kind", kinds::kFailed}, {"error", to_json(share.error())}});
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [&] { return ended_ || coordinator_lost_; });
  if (ended_) return {};
  communicator_.give_up();
  // One of those that are left tells of it.
  if (!locks_.is_lowest_after_first(communicator_.rank()))
    return fail(ErrorCode::kInterrupted, "stopped");
  std::this_thread::sleep_for(kForOthersToSee);
  return fail(ErrorCode::kInputOutput,
              "{} has died; finished subspaces are kept, the same command goes on from here",
              communicator_.name_of(kCoordinator));
}

void Worker::poll() {
  while (const auto arrival = communicator_.receive(Channel::kWorker)) {
    const std::string kind = arrival->message.at("kind");
    const std::lock_guard lock(mutex_);
    if (kind == kinds::kStop) {
      stopping_ = true;
      if (arrival->message.at("broken").get<bool>()) broken_ = true;
    } else if (kind == kinds::kEnd) {
      ended_ = true;
    } else {
      answer_ = arrival->message;
    }
    arrived_.notify_all();
  }
  if (stop_.is_set()) stopping_ = true;
  if (!coordinator_is_dead()) return;
  stopping_ = true;
  broken_ = true;
  const std::lock_guard lock(mutex_);
  coordinator_lost_ = true;
  arrived_.notify_all();
}

bool Worker::coordinator_is_dead() const {
  return communicator_.rank() != kCoordinator && locks_.is_dead(kCoordinator);
}

}  // namespace mill
