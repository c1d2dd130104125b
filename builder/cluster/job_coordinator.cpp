#include "builder/cluster/job_coordinator.h"

#include <thread>

#include "builder/cluster/job_messages.h"

namespace mill {

using nlohmann::json;

namespace {

constexpr std::chrono::milliseconds kBetweenPolls{2};

}  // namespace

JobCoordinator::JobCoordinator(const JobTerms& terms) : terms_(terms) {
  for (int rank = 0; rank < terms.communicator.size(); ++rank) at_work_.insert(rank);
}

void JobCoordinator::poll() {
  while (const auto arrival = terms_.communicator.receive(Channel::kCoordinator))
    take_message(arrival->from, arrival->message);
  look_for_dead_ranks();
  if (!failure_) hand_out();
  if (!at_work_.empty() || over_) return;
  over_ = true;
  for (int rank = 0; rank < terms_.communicator.size(); ++rank)
    answer(rank, {{"kind", kinds::kEnd}});
}

void JobCoordinator::answer(int rank, const json& message) {
  terms_.communicator.send(rank, Channel::kWorker, message);
}

void JobCoordinator::take_message(int rank, const json& message) {
  const std::string kind = message.at("kind");
  if (kind == kinds::kDone) {
    at_work_.erase(rank);
    take_end(rank, message);
  } else if (kind == kinds::kFailed) {
    Error error = error_from(message.at("error"));
    if (error.code != ErrorCode::kInterrupted)
      error.message = fmt::format("{}: {}", terms_.communicator.name_of(rank), error.message);
    take_failure(rank, std::move(error));
  } else {
    take(rank, message);
  }
}

void JobCoordinator::take_failure(int rank, Error error) {
  at_work_.erase(rank);
  take_end(rank, nullptr);
  const bool is_first = !failure_;
  const bool broken = error.code != ErrorCode::kInterrupted;
  // That a rank was stopped says less than why.
  if (is_first || failure_->code == ErrorCode::kInterrupted) failure_ = std::move(error);
  if (!is_first && !broken) return;
  for (const int other : at_work_) answer(other, {{"kind", kinds::kStop}, {"broken", broken}});
}

void JobCoordinator::look_for_dead_ranks() {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_look_) return;
  next_look_ = now + kDeathWatch;
  const std::set<int> asked = at_work_;
  for (const int rank : asked) {
    if (rank == kFirstRank || !terms_.locks.is_dead(rank)) continue;
    terms_.communicator.give_up();
    take_failure(rank, terms_.death_of(rank));
    if (!terms_.keeps_work) at_work_.clear();  // there is nothing to wait for, and little time
  }
}

std::string work_text(std::string_view verb, const std::vector<Subspace>& subspaces) {
  std::string text;
  for (const Subspace& subspace : subspaces)
    text += fmt::format("{} {}", text.empty() ? verb : ",", subspace.text());
  return text;
}

Result<void> take_part(const JobTerms& terms, JobWorker& worker, JobCoordinator* coordinator,
                       const std::function<Result<json>()>& share) {
  std::jthread service([&](const std::stop_token& ended) {
    while (!ended.stop_requested()) {
      worker.poll();
      if (coordinator) coordinator->poll();
      std::this_thread::sleep_for(kBetweenPolls);
    }
  });
  const auto done = share();
  const auto ended = worker.end(done);
  service = {};
  MILLSTONE_TRY(ended);
  // Who has no lock any more while others do not know of the end seems to be dead.
  if (!terms.communicator.has_given_up()) terms.communicator.wait_for_all();
  if (coordinator && coordinator->failure()) return tl::unexpected(*coordinator->failure());
  if (!coordinator && !done) return fail(ErrorCode::kInterrupted, "stopped");
  return {};
}

}  // namespace mill
