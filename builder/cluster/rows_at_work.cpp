#include "builder/cluster/rows_at_work.h"

#include <algorithm>

#include "base/timing.h"
#include "builder/schedule/schedule.h"

namespace mill {

void RowsAtWork::start(std::size_t row, const std::vector<int>& ranks, double estimated) {
  for (const int rank : ranks)
    work_[rank] = {row, ranks.size(), estimated, std::chrono::steady_clock::now()};
}

double RowsAtWork::seconds_left_of(int rank) const {
  const auto found = work_.find(rank);
  if (found == work_.end()) return 0;
  return seconds_left(found->second.estimated, seconds_since(found->second.start));
}

std::optional<BuiltPair> RowsAtWork::take_share(const RankShare& share) {
  const auto found = work_.find(share.rank);
  if (found == work_.end()) return std::nullopt;
  const Work work = found->second;
  work_.erase(found);
  const PlannedSubspace& row = rows_[work.row];
  BuiltPair& pair =
      unfinished_.try_emplace(work.row, BuiltPair{row.subspace, row.partner, row.slots})
          .first->second;
  pair.ranks.push_back(share);
  if (pair.ranks.size() < work.ranks) return std::nullopt;
  std::ranges::sort(pair.ranks, {}, &RankShare::rank);
  pair.seconds = seconds_since(work.start);
  done_.push_back(std::move(pair));
  unfinished_.erase(work.row);
  return done_.back();
}

std::set<std::size_t> RowsAtWork::rows() const {
  std::set<std::size_t> rows;
  for (const auto& [rank, work] : work_) rows.insert(work.row);
  return rows;
}

}  // namespace mill
