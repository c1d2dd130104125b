#include "builder/cluster/coordinator.h"

#include <algorithm>

#include "base/timing.h"
#include "builder/cluster/job_messages.h"

namespace mill {

using nlohmann::json;

namespace {

constexpr std::chrono::seconds kBetweenLooks{1};

/// A line for the log about a pair that a team has built.
std::string described(const BuiltPair& pair) {
  RankShare most = pair.ranks.front();
  double least_waited = most.waited;
  std::uint64_t all = 0;
  for (const RankShare& each : pair.ranks) {
    most.sent = std::max(most.sent, each.sent);
    most.received = std::max(most.received, each.received);
    most.waited = std::max(most.waited, each.waited);
    least_waited = std::min(least_waited, each.waited);
    all += each.sent;
  }
  const double per_slot = static_cast<double>(all) / static_cast<double>(pair.slots);
  return fmt::format(
      "{}: by {} ranks in {:.2f} s, of which they waited {:.2f} to {:.2f} s; {} bytes "
      "between them ({:.2f} per slot), at most {} sent and {} received by one",
      pair.subspace.text(), pair.ranks.size(), pair.seconds, least_waited, most.waited, all,
      per_slot, most.sent, most.received);
}

}  // namespace

Coordinator::Coordinator(Communicator& communicator, const WorkList& work, const JobLocks& locks,
                         BuildLog& log, BuildMeter& meter, StopFlag stop, const TeamLimits& teams)
    : communicator_(communicator),
      work_(work),
      locks_(locks),
      log_(log),
      meter_(meter),
      stop_(stop),
      teams_(teams),
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
    take_ready(arrival.from, message);
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
  const bool broken = error.code != ErrorCode::kInterrupted;
  // That a rank was stopped says less than why.
  if (is_first || failure_->code == ErrorCode::kInterrupted) failure_ = std::move(error);
  if (!is_first && !broken) return;
  for (const int other : at_work_)
    communicator_.send(other, Channel::kWorker, {{"kind", kinds::kStop}, {"broken", broken}});
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

void Coordinator::take_ready(int rank, const json& message) {
  if (const auto done = solving_.find(rank); done != solving_.end()) {
    take_share(done->second, rank_share_from(message.at("took")));
    solving_.erase(done);
  }
  ready_.push_back(rank);
}

/// What a row took of one of its ranks, which is done with it.
void Coordinator::take_share(const Work& work, const RankShare& share) {
  const PlannedSubspace& row = work_.to_do()[work.row];
  BuiltPair& pair = building_.try_emplace(work.row, BuiltPair{row.subspace, row.partner, row.slots})
                        .first->second;
  pair.ranks.push_back(share);
  if (static_cast<int>(pair.ranks.size()) < work.size) return;
  std::ranges::sort(pair.ranks, {}, &RankShare::rank);
  pair.seconds = seconds_since(work.start);
  if (work.size > 1) log_.note(described(pair));
  pairs_.push_back(std::move(pair));
  building_.erase(work.row);
}

std::vector<BuiltPair> Coordinator::pairs() const {
  std::vector<BuiltPair> built = pairs_;
  std::erase_if(built, [&](const BuiltPair& pair) {  // another build has had it
    return !written_.contains(pair.subspace) && !(pair.partner && written_.contains(*pair.partner));
  });
  return built;
}

void Coordinator::hand_out() {
  while (!ready_.empty()) {
    const auto row = schedule_.next();
    if (row) {
      const int size = team_for(work_.to_do()[*row]);
      if (size > static_cast<int>(ready_.size())) return;  // others will soon be free
      schedule_.take(*row);
      start(*row, size);
      continue;
    }
    if (!schedule_.all_taken()) return;
    json message = news_for(ready_.front());
    message["kind"] = kinds::kNothing;
    communicator_.send(ready_.front(), Channel::kWorker, message);
    ready_.pop_front();
    tell_what_is_solved();
  }
}

/// How many ranks a row is to be built by; more than are ready: it waits for others.
int Coordinator::team_for(const PlannedSubspace& row) const {
  int least = 1;
  while (least < teams_.most &&
         solve_memory(work_.variant(), row.subspace, least).least > teams_.memory)
    ++least;
  if (teams_.wanted > 0) return std::max(least, std::min(teams_.wanted, teams_.most));
  std::vector<double> free_in;  // who does not work is ready, or about to say so
  for (const int rank : at_work_) {
    const auto work = solving_.find(rank);
    free_in.push_back(work == solving_.end() ? 0 : seconds_left(work->second));
  }
  std::ranges::sort(free_in);
  const auto per_pair = static_cast<int>(free_in.size() / schedule_.available());
  return team_size(seconds_of_pair(row), least, std::min(per_pair, teams_.most), free_in);
}

/// Seconds until a row is done, by the plan; at least a part of those that it has taken.
double Coordinator::seconds_left(const Work& work) const {
  constexpr double kLate = 0.2;
  const double taken = seconds_since(work.start);
  const double planned = seconds_of_pair(work_.to_do()[work.row]) / work.size;
  return std::max(planned - taken, kLate * taken);
}

/// Has the ranks that have waited longest build a row together.
void Coordinator::start(std::size_t row, int size) {
  std::vector<int> team(ready_.begin(), ready_.begin() + size);
  ready_.erase(ready_.begin(), ready_.begin() + size);
  std::ranges::sort(team);
  for (const int rank : team) {
    json message = news_for(rank);
    message["kind"] = kinds::kBuild;
    message["pair"] = to_json(work_.to_do()[row].subspace);
    message["team"] = team;
    solving_[rank] = {row, size, std::chrono::steady_clock::now()};
    communicator_.send(rank, Channel::kWorker, message);
  }
  tell_what_is_solved();
}

void Coordinator::tell_what_is_solved() {
  std::string what;
  std::set<std::size_t> told;
  for (const auto& [rank, work] : solving_)
    if (told.insert(work.row).second)
      what += (what.empty() ? "solving " : ", ") + work_.to_do()[work.row].subspace.text();
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
