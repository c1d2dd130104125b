#include "server/site/counted_subspaces.h"

namespace mill {
namespace {

/// One pass over the blocks of the subspace.
Result<SubspaceStats> count(const std::vector<std::filesystem::path>& directories,
                            const Variant& variant, const Subspace& subspace,
                            const StopFlag& stop) {
  Result<SubspaceStats> counted =
      fail(ErrorCode::kMissingFile, "{}: there is no such file", subspace.text());
  StatsOptions options;
  options.subspaces = {subspace};
  options.top = 0;
  options.control.stop = stop;
  for (const std::filesystem::path& directory : directories) {
    const auto stats = collect_stats(directory, variant, options);
    if (stats) return stats->subspaces.front();
    counted = tl::unexpected(stats.error());
    if (stats.error().code != ErrorCode::kMissingFile) break;
  }
  return counted;
}

}  // namespace

Result<SubspaceStats> CountedSubspaces::find(const std::vector<std::filesystem::path>& directories,
                                             const Variant& variant, const Subspace& subspace,
                                             const StopFlag& stop) {
  const std::lock_guard lock(mutex_);
  const auto known = counted_.find(subspace);
  if (known != counted_.end()) return known->second;
  auto counted = MILLSTONE_TRY(count(directories, variant, subspace, stop));
  return counted_.emplace(subspace, std::move(counted)).first->second;
}

}  // namespace mill
