#include "builder/cluster/check_coordinator.h"

#include "builder/cluster/job_messages.h"

namespace mill {

using nlohmann::json;

namespace {

constexpr std::chrono::milliseconds kDeathWatch{200};

}  // namespace

CheckCoordinator::CheckCoordinator(Communicator& communicator, const Verification& verification,
                                   const JobLocks& locks, const TaskControl& control)
    : communicator_(communicator), verification_(verification), locks_(locks), control_(control) {
  for (int rank = 0; rank < communicator.size(); ++rank) at_work_.insert(rank);
}

void CheckCoordinator::poll() {
  while (const auto arrival = communicator_.receive(Channel::kCoordinator)) take(*arrival);
  look_for_dead_ranks();
  if (!at_work_.empty() || over_) return;
  over_ = true;
  for (int rank = 0; rank < communicator_.size(); ++rank)
    communicator_.send(rank, Channel::kWorker, {{"kind", kinds::kEnd}});
}

void CheckCoordinator::take(const Communicator::Arrival& arrival) {
  const json& message = arrival.message;
  const std::string kind = message.at("kind");
  if (kind == kinds::kReady) {
    take_ready(arrival.from, message);
  } else if (kind == kinds::kProgress) {
    shares_[arrival.from] = message.at("share");
    tell_progress();
  } else if (kind == kinds::kDone) {
    at_work_.erase(arrival.from);
  } else if (kind == kinds::kFailed) {
    Error error = error_from(message.at("error"));
    if (error.code != ErrorCode::kInterrupted)
      error.message = fmt::format("{}: {}", communicator_.name_of(arrival.from), error.message);
    take_failure(arrival.from, std::move(error));
  }
}

void CheckCoordinator::take_ready(int rank, const json& message) {
  if (const auto found = message.find("checked"); found != message.end())
    reports_[found->at("number")] = subspace_report_from(found->at("report"));
  checking_.erase(rank);
  const std::vector<std::size_t>& order = verification_.order();
  json answer{{"kind", kinds::kNothing}};
  if (next_ < order.size()) {
    const std::size_t number = order[next_++];
    checking_[rank] = number;
    answer = {{"kind", kinds::kCheck}, {"number", number}};
  }
  communicator_.send(rank, Channel::kWorker, answer);
  tell_progress();
}

void CheckCoordinator::take_failure(int rank, Error error) {
  at_work_.erase(rank);
  checking_.erase(rank);
  const bool is_first = !failure_;
  // That a rank was stopped says less than why.
  if (is_first || failure_->code == ErrorCode::kInterrupted) failure_ = std::move(error);
  if (!is_first) return;
  for (int other = 0; other < communicator_.size(); ++other)
    communicator_.send(other, Channel::kWorker, {{"kind", kinds::kStop}});
}

/// The launcher, which stops all ranks when one is gone, does not let them live for long.
void CheckCoordinator::look_for_dead_ranks() {
  const auto now = std::chrono::steady_clock::now();
  if (!control_.stop.is_set() && now < next_look_) return;
  next_look_ = now + kDeathWatch;
  const std::set<int> asked = at_work_;
  for (const int rank : asked) {
    if (rank == communicator_.rank() || !locks_.is_dead(rank)) continue;
    communicator_.give_up();
    at_work_.clear();  // there is no time to wait for the others
    take_failure(rank,
                 {ErrorCode::kInputOutput, fmt::format("{} has died; run the same command again",
                                                       communicator_.name_of(rank))});
  }
}

void CheckCoordinator::tell_progress() {
  if (!control_.progress || checking_.empty()) return;
  double done = 0;
  for (const auto& [rank, share] : shares_) done += share;
  std::string what;
  for (const auto& [rank, number] : checking_)
    what += (what.empty() ? "checking " : ", ") + verification_.subspaces()[number].text();
  control_.progress({done, what});
}

}  // namespace mill
