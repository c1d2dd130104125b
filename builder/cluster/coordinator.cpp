#include "builder/cluster/coordinator.h"

#include <algorithm>

#include "base/timing.h"
#include "builder/cluster/job_messages.h"

namespace mill {

using nlohmann::json;

namespace {

/// A line for the log about a pair that a team has built.
std::string described(const BuiltPair& pair) {
  const ShareExtremes found = extremes_of(pair.ranks);
  const double per_slot = static_cast<double>(found.sent) / static_cast<double>(pair.slots);
  return fmt::format(
      "{}: by {} ranks in {:.2f} s, of which they waited {:.2f} to {:.2f} s; {} bytes "
      "between them ({:.2f} per slot), at most {} sent and {} received by one",
      pair.subspace.text(), pair.ranks.size(), pair.seconds, found.least_waited, found.most_waited,
      found.sent, per_slot, found.most_sent, found.most_received);
}

}  // namespace

Coordinator::Coordinator(const JobTerms& terms, const WorkList& work, BuildLog& log,
                         BuildMeter& meter, const TeamLimits& teams)
    : JobCoordinator(terms),
      work_(work),
      log_(log),
      meter_(meter),
      teams_(teams),
      plan_options_(work.plan_options()),
      shape_{terms.communicator.size()},
      costs_(work.variant(), work.plan(), plan_options_, shape_),
      schedule_(work.to_do()),
      least_teams_(least_teams(work.variant(), work.to_do(), teams)) {
  for (const auto& [subspace, built] : work.found()) there_.insert(subspace);
}

void Coordinator::take(int rank, const json& message) {
  const std::string kind = message.at("kind");
  if (kind == kinds::kReady)
    take_ready(rank, message);
  else if (kind == kinds::kWritten)
    take_written(built_subspace_from(message.at("built")));
  else if (kind == kinds::kFound)
    take_there(subspace_from(message.at("subspace")));
}

void Coordinator::take_end(int rank, const json& last) {
  solving_.erase(rank);
  if (!last.is_null()) peak_ = std::max(peak_, last.at("peak").get<std::uint64_t>());
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
      const int size = team_for(*row);
      if (size > static_cast<int>(ready_.size())) return;  // others will soon be free
      schedule_.take(*row);
      start(*row, size);
      continue;
    }
    if (!schedule_.all_taken()) return;
    json message = news_for(ready_.front());
    message["kind"] = kinds::kNothing;
    answer(ready_.front(), message);
    ready_.pop_front();
    tell_what_is_solved();
  }
}

/// How many ranks a row is to be built by; more than are ready: it waits for others.
int Coordinator::team_for(std::size_t row) const {
  std::vector<double> free_in;  // who does not work is ready, or about to say so
  for (const int rank : at_work()) {
    const auto work = solving_.find(rank);
    free_in.push_back(work == solving_.end() ? 0
                                             : seconds_left(work->second.estimated,
                                                            seconds_since(work->second.start)));
  }
  return chosen_team([&](int members) { return seconds_of(row, members); }, least_teams_[row],
                     teams_, schedule_.available(), std::move(free_in));
}

double Coordinator::seconds_of(std::size_t row, int members) const {
  return costs_.of(work_.to_do()[row], members).seconds();
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
    solving_[rank] = {row, size, seconds_of(row, size), std::chrono::steady_clock::now()};
    answer(rank, message);
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
