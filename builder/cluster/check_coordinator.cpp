#include "builder/cluster/check_coordinator.h"

#include "builder/cluster/job_messages.h"

namespace mill {

using nlohmann::json;

void CheckCoordinator::take(int rank, const json& message) {
  if (message.at("kind") == kinds::kReady)
    take_ready(rank, message);
  else
    shares_[rank] = message.at("share");
  tell_progress();
}

void CheckCoordinator::take_end(int rank, const json&) { checking_.erase(rank); }

void CheckCoordinator::take_ready(int rank, const json& message) {
  if (const auto found = message.find("checked"); found != message.end())
    reports_[found->at("number")] = subspace_report_from(found->at("report"));
  checking_.erase(rank);
  const std::vector<std::size_t>& order = verification_.order();
  if (next_ == order.size()) return answer(rank, {{"kind", kinds::kNothing}});
  const std::size_t number = order[next_++];
  checking_[rank] = number;
  answer(rank, {{"kind", kinds::kCheck}, {"number", number}});
}

void CheckCoordinator::tell_progress() {
  if (!progress_ || checking_.empty()) return;
  double done = 0;
  for (const auto& [rank, share] : shares_) done += share;
  std::vector<Subspace> checked;
  for (const auto& [rank, number] : checking_) checked.push_back(verification_.subspaces()[number]);
  progress_({done, work_text("checking", checked)});
}

}  // namespace mill
