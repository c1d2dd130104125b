#include "builder/cluster/worker.h"

#include "base/timing.h"
#include "builder/cluster/job_messages.h"

namespace mill {

using nlohmann::json;

Result<PairSource::Next> Worker::next(const std::function<Result<void>()>& check) {
  json ready{{"kind", kinds::kReady}};
  if (start_) ready["took"] = to_json(share_since(*start_));
  start_.reset();
  team_.reset();
  const json message = MILLSTONE_TRY(job_.ask(ready, check));
  Next next;
  next.finished = subspaces_from(message.at("finished"));
  if (message.at("kind") == kinds::kBuild) {
    next.pair = subspace_from(message.at("pair"));
    const auto ranks = message.at("team").get<std::vector<int>>();
    if (ranks.size() > 1) next.team = &team_.emplace(communicator_, ranks, signs_.broken);
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
  job_.tell({{"kind", kinds::kWritten}, {"built", to_json(subspace)}});
}

void Worker::found(const Subspace& subspace) {
  job_.tell({{"kind", kinds::kFound}, {"subspace", to_json(subspace)}});
}

}  // namespace mill
