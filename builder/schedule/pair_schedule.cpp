#include "builder/schedule/pair_schedule.h"

#include <algorithm>
#include <map>
#include <set>

namespace mill {

PairSchedule::PairSchedule(const std::vector<PlannedSubspace>& to_do) : rows_(to_do.size()) {
  std::map<Subspace, std::size_t> made_by;
  for (std::size_t row = 0; row < to_do.size(); ++row) {
    std::set<std::size_t> sources;
    for (const Subspace& input : to_do[row].inputs)
      if (const auto source = made_by.find(input); source != made_by.end())
        sources.insert(source->second);
    rows_[row].waits_for = sources.size();
    for (const std::size_t source : sources) rows_[source].dependents.push_back(row);
    made_by[to_do[row].subspace] = row;
    if (to_do[row].partner) made_by[*to_do[row].partner] = row;
  }
  for (std::size_t row = rows_.size(); row-- > 0;) {
    double longest = 0;
    for (const std::size_t dependent : rows_[row].dependents)
      longest = std::max(longest, rows_[dependent].path);
    rows_[row].path = longest + seconds_of_pair(to_do[row]);
  }
}

std::optional<std::size_t> PairSchedule::next() const {
  std::optional<std::size_t> best;
  for (std::size_t row = 0; row < rows_.size(); ++row)
    if (can_be_taken(row) && (!best || rows_[row].path > rows_[*best].path)) best = row;
  return best;
}

std::size_t PairSchedule::available() const {
  std::size_t count = 0;
  for (std::size_t row = 0; row < rows_.size(); ++row) count += can_be_taken(row);
  return count;
}

void PairSchedule::take(std::size_t row) {
  rows_[row].taken = true;
  ++taken_;
}

void PairSchedule::finished(std::size_t row) {
  for (const std::size_t dependent : rows_[row].dependents) --rows_[dependent].waits_for;
}

double seconds_of_pair(const PlannedSubspace& row) { return row.seconds() * (row.partner ? 2 : 1); }

std::vector<PlannedSubspace> rows_of_pairs(const Plan& plan) {
  std::vector<PlannedSubspace> rows;
  std::set<Subspace> seen;
  for (const PlannedSubspace& row : plan.subspaces) {
    if (!seen.insert(row.subspace).second) continue;
    if (row.partner) seen.insert(*row.partner);
    rows.push_back(row);
  }
  return rows;
}

}  // namespace mill
