#include "builder/store/work_list.h"

#include <algorithm>

#include "base/numbers.h"
#include "builder/solver/solver.h"
#include "builder/store/finished_files.h"

namespace mill {

Result<std::optional<BuiltSubspace>> WorkList::find(const Subspace& subspace) const {
  auto finished = find_finished(variant_, options_, subspace);
  if (finished && *finished && is_input(subspace) && !distances_.has(subspace)) return std::nullopt;
  return finished;
}

Result<void> WorkList::look() {
  plan_ = make_plan(variant_, options_.roots, plan_options());
  // From the last on: what is not finished needs its inputs, which come before it.
  for (auto row = plan_.subspaces.rbegin(); row != plan_.subspaces.rend(); ++row) {
    auto finished = MILLSTONE_TRY(find(row->subspace));
    if (finished)
      found_[row->subspace] = *finished;
    else
      inputs_.insert(row->inputs.begin(), row->inputs.end());
  }
  std::set<Subspace> queued;
  for (const PlannedSubspace& row : plan_.subspaces) {
    const std::vector<Subspace> together = solved_together(variant_, row.subspace);
    const bool needed = std::any_of(together.begin(), together.end(),
                                    [&](const Subspace& one) { return !found_.contains(one); });
    if (!needed || !queued.insert(row.subspace).second) continue;
    queued.insert(together.begin(), together.end());
    to_do_.push_back(row);
  }
  return {};
}

Result<bool> WorkList::look_again(const Subspace& subspace) {
  bool all = true;
  for (const Subspace& one : solved_together(variant_, subspace)) {
    if (found_.contains(one)) continue;
    auto finished = MILLSTONE_TRY(find(one));
    if (finished)
      found_[one] = *finished;
    else
      all = false;
  }
  return all;
}

Result<void> WorkList::check_budget(std::uint64_t budget) const {
  const auto least = [&](const PlannedSubspace& row) {
    return solve_memory(variant_, row.subspace, options_.processes).least;
  };
  const auto largest = std::ranges::max_element(to_do_, {}, least);
  if (largest == to_do_.end() || least(*largest) <= budget) return {};
  const std::uint64_t needed = mebibytes_for(least(*largest));
  return fail(ErrorCode::kNotEnoughMemory,
              "{} needs {} MiB of memory, the budget is {} MiB: give --memory {}M or more",
              largest->subspace.text(), needed, budget >> 20, needed);
}

std::set<Subspace> WorkList::inputs_of(std::size_t first, std::size_t count) const {
  std::set<Subspace> inputs;
  for (std::size_t next = first; next < to_do_.size() && next < first + count; ++next)
    inputs.insert(to_do_[next].inputs.begin(), to_do_[next].inputs.end());
  return inputs;
}

std::set<Subspace> WorkList::inputs_left(const std::map<Subspace, BuiltSubspace>& written) const {
  std::set<Subspace> inputs;
  for (const PlannedSubspace& row : plan_.subspaces)
    if (!found_.contains(row.subspace) && !written.contains(row.subspace))
      inputs.insert(row.inputs.begin(), row.inputs.end());
  return inputs;
}

std::uint64_t WorkList::bytes_to_write() const {
  if (to_do_.empty()) return 0;
  std::uint64_t bytes = plan_.kept_disk;
  for (const PlannedSubspace& row : plan_.subspaces)
    if (!found_.contains(row.subspace)) bytes += row.value_bytes + row.distance_bytes;
  return bytes;
}

}  // namespace mill
