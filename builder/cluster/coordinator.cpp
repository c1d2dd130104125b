#include "builder/cluster/coordinator.h"

#include <algorithm>

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
      // What network there is is not known: the usual one.
      teams_(work.variant(), work.plan(), work.plan_options(), work.to_do(),
             ClusterShape{terms.communicator.size()}, teams),
      schedule_(work.to_do()),
      rows_at_work_(work.to_do()) {
  for (const auto& [subspace, built] : work.found()) there_.add_found(subspace);
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
  rows_at_work_.drop(rank);
  if (!last.is_null()) peak_ = std::max(peak_, last.at("peak").get<std::uint64_t>());
}

void Coordinator::take_written(const BuiltSubspace& built) {
  log_.finished(built);
  written_[built.subspace] = built;
  take_there(built.subspace);
}

void Coordinator::take_there(const Subspace& subspace) {
  if (!there_.add(subspace)) return;
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
  if (const auto took = message.find("took"); took != message.end()) {
    const auto pair = rows_at_work_.take_share(rank_share_from(*took));
    if (pair && pair->ranks.size() > 1) log_.note(described(*pair));
  }
  ready_.push_back(rank);
}

std::vector<BuiltPair> Coordinator::pairs() const {
  std::vector<BuiltPair> built = rows_at_work_.done();
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
  for (const int rank : at_work()) free_in.push_back(rows_at_work_.seconds_left_of(rank));
  return teams_.size(row, schedule_.available(), std::move(free_in));
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
    answer(rank, message);
  }
  rows_at_work_.start(row, team, teams_.cost(row, size).seconds());
  tell_what_is_solved();
}

void Coordinator::tell_what_is_solved() {
  std::vector<Subspace> solved;
  for (const std::size_t row : rows_at_work_.rows()) solved.push_back(work_.to_do()[row].subspace);
  meter_.report(solved.empty() ? "writing" : work_text("solving", solved));
}

/// What others have finished since the rank was told last.
json Coordinator::news_for(int rank) { return {{"finished", to_json(there_.tell(rank))}}; }

}  // namespace mill
