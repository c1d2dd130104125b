#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "game/subspace.h"

namespace mill {

/// The subspaces whose files are there, and which of them each rank has heard of. One thread.
class FinishedNews {
 public:
  /// What was there before the job; every rank knows of that.
  void add_found(const Subspace& subspace) { there_.insert(subspace); }

  /// What has come to be there; false if it was there already.
  bool add(const Subspace& subspace);

  bool contains(const Subspace& subspace) const { return there_.contains(subspace); }

  /// What others have finished since the rank was told last, in the order in which it came; from
  /// now on the rank knows of it.
  std::vector<Subspace> tell(int rank);

 private:
  std::set<Subspace> there_;
  std::vector<Subspace> order_;      // in which they came to be there
  std::map<int, std::size_t> told_;  // how much of it each rank knows of
};

}  // namespace mill
