#pragma once

#include <map>
#include <mutex>

#include "reports/database_stats.h"

namespace mill {

/// The statistics of subspaces with their distances, each counted when it is first asked for, which
/// may take seconds, and remembered. One thread counts at a time: others wait for it. Any thread.
class CountedSubspaces {
 public:
  /// Errors as collect_stats(), which are not remembered.
  /// @param directories  the first that has the subspace counts
  Result<SubspaceStats> find(const std::vector<std::filesystem::path>& directories,
                             const Variant& variant, const Subspace& subspace,
                             const StopFlag& stop);

 private:
  std::mutex mutex_;
  std::map<Subspace, SubspaceStats> counted_;
};

}  // namespace mill
