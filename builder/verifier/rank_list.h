#pragma once

#include <cstdint>
#include <vector>

#include "builder/verifier/position_worth.h"
#include "builder/verifier/subset_catalog.h"

namespace mill::verifier {

/// Ranks of some subsets, in ascending order. Immutable; safe to read from many threads.
class RankList {
 public:
  explicit RankList(const RankBits& bits);

  /// For every i: worths[i-th rank] = max(itself, from[i-th rank of `there`]).
  /// @param there  as many ranks
  template <typename Worth>
  void raise(const RankList& there, const Worth* from, Worth* worths) const;

 private:
  /// Ranks that follow on each other.
  struct Run {
    std::uint32_t first, length;
  };

  bool has_long_runs() const;

  std::vector<std::uint32_t> ranks_;
  std::vector<Run> runs_;
};

}  // namespace mill::verifier
