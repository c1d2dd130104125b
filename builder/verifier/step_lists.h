#pragma once

#include <cstdint>
#include <vector>

#include "builder/verifier/position_worth.h"
#include "builder/verifier/subset_catalog.h"

namespace mill::verifier {

/// For every two of n points, all pairs of k-element subsets that differ in having the one or the
/// other: the steps of a stone inside a block. Immutable; safe to read from many threads.
class StepLists {
 public:
  explicit StepLists(const SubsetCatalog& subsets);

  /// For all subsets S with `from_point` and without `to_point`, S' being S after the step:
  /// worths[rank of S] = max(itself, from[rank of S']).
  template <typename Worth>
  void raise(int from_point, int to_point, const Worth* from, Worth* worths) const;

 private:
  struct Step {
    std::uint32_t with_first, with_second;  // ranks
  };
  std::size_t list_of(int first, int second) const {
    return static_cast<std::size_t>(first) * points_ + second;
  }

  int points_;
  std::vector<std::vector<Step>> lists_;  // for first < second
};

/// For each of n points, all k-element subsets that contain it and what is left without it, a
/// (k-1)-element subset. Immutable; safe to read from many threads.
class TakeLists {
 public:
  TakeLists(const SubsetCatalog& subsets, const SubsetCatalog& smaller);

  /// For all subsets S with `point`: worths[rank of S] = max(itself, from[rank of S without it]).
  template <typename Worth>
  void raise(int point, const Worth* from, Worth* worths) const;

  /// The other way round, for all smaller sets S without `point`:
  /// worths[rank of S] = max(itself, from[rank of S with it]).
  template <typename Worth>
  void raise_smaller(int point, const Worth* from, Worth* worths) const;

 private:
  struct Take {
    std::uint32_t before, after;  // ranks
  };
  std::vector<std::vector<Take>> lists_;
};

}  // namespace mill::verifier
