#include "builder/cluster/coordinator.h"

#include "builder/cluster/job_messages.h"

namespace mill {

using nlohmann::json;

namespace {

constexpr std::chrono::seconds kBetweenLooks{1};

}  // namespace

Coordinator::Coordinator(Communicator& communicator, const WorkList& work, const JobLocks& locks,
                         BuildLog& log, BuildMeter& meter, StopFlag stop)
    : communicator_(communicator),
      work_(work),
      locks_(locks),
      log_(log),
      meter_(meter),
      stop_(stop),
      schedule_(work.to_do()) {
  for (int rank = 0; rank < communicator.size(); ++rank) at_work_.insert(rank);
  for (const auto& [subspace, built] : work.found()) there_.insert(subspace);
}

void Coordinator::poll() {
  while (const auto arrival = communicator_.receive(Channel::kCoordinator)) take(*arrival);
  look_for_dead_ranks();
  if (!failure_) hand_out();
  if (!at_work_.empty() || over_) return;
  over_ = true;
  for (int rank = 0; rank < communicator_.size(); ++rank)
    communicator_.send(rank, Channel::kWorker, {{"kind", kinds::kEnd}});
}

void Coordinator::take(const Communicator::Arrival& arrival) {
  const json& message = arrival.message;
  const std::string kind = message.at("kind");
  if (kind == kinds::kReady) {
    ready_.push_back(arrival.from);
    solving_.erase(arrival.from);
  } else if (kind == kinds::kWritten) {
    take_written(built_subspace_from(message.at("built")));
  } else if (kind == kinds::kFound) {
    take_there(subspace_from(message.at("subspace")));
  } else if (kind == kinds::kDone) {
    at_work_.erase(arrival.from);
    solving_.erase(arrival.from);
    peak_ = std::max(peak_, message.at("peak").get<std::uint64_t>());
  } else if (kind == kinds::kFailed) {
    Error error = error_from(message.at("error"));
    if (error.code != ErrorCode::kInterrupted)
      error.message = fmt::format("{}: {}", communicator_.name_of(arrival.from), error.message);
    take_failure(arrival.from, std::move(error));
  }
}

void Coordinator::take_written(const BuiltSubspace& built) {
  log_.finished(built);
  written_[built.subspace] = built;
  take_there(built.subspace);
}

void Coordinator::take_there(const Subspace& subspace) {
  if (!there_.insert(subspace).second) return;
  order_.push_back(subspace);
  meter_.solved(subspace);
  meter_.written(subspace);
  const auto& rows = work_.to_do();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const PlannedSubspace& planned = rows[row];
    if (planned.subspace != subspace && planned.partner != subspace) continue;
    if (there_.contains(planned.subspace) &&
        (!planned.partner || there_.contains(*planned.partner)))
      schedule_.finished(row);
  }
}

void Coordinator::take_failure(int rank, Error error) {
  at_work_.erase(rank);
  solving_.erase(rank);
  const bool is_first = !failure_;
  // That a rank was stopped says less than why.
  if (is_first || failure_->code == ErrorCode::kInterrupted) failure_ = std::move(error);
  if (!is_first) return;
  for (const int other : at_work_)
    communicator_.send(other, Channel::kWorker, {{"kind", kinds::kStop}});
}

/// Who kills one rank of a job has the others stopped by the launcher, which does not let them live
/// for long: the dead one is named by those.
void Coordinator::look_for_dead_ranks() {
  const auto now = std::chrono::steady_clock::now();
  if (!stop_.is_set() && now < next_look_) return;
  next_look_ = now + kBetweenLooks;
  const std::set<int> asked = at_work_;
  for (const int rank : asked) {
    if (rank == communicator_.rank() || !locks_.is_dead(rank)) continue;
    communicator_.give_up();
    take_failure(rank, {ErrorCode::kInputOutput,
                        fmt::format("{} has died; finished subspaces are kept, the same command "
                                    "goes on from here",
                                    communicator_.name_of(rank))});
  }
}

void Coordinator::hand_out() {
  while (!ready_.empty()) {
    const auto row = schedule_.take();
    if (!row && !schedule_.all_taken()) return;
    const int rank = ready_.front();
    ready_.pop_front();
    json message = news_for(rank);
    message["kind"] = row ? kinds::kBuild : kinds::kNothing;
    if (row) {
      message["pair"] = to_json(work_.to_do()[*row].subspace);
      solving_[rank] = *row;
    }
    communicator_.send(rank, Channel::kWorker, message);
    tell_what_is_solved();
  }
}

void Coordinator::tell_what_is_solved() {
  std::string what;
  for (const auto& [rank, row] : solving_)
    what += (what.empty() ? "solving " : ", ") + work_.to_do()[row].subspace.text();
  meter_.report(what.empty() ? "writing" : what);
}

/// What others have finished since the rank was told last.
json Coordinator::news_for(int rank) {
  std::size_t& told = told_[rank];
  const std::vector<Subspace> news(order_.begin() + static_cast<std::ptrdiff_t>(told),
                                   order_.end());
  told = order_.size();
  return {{"finished", to_json(news)}};
}

}  // namespace mill
