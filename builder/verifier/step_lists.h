#pragma once

#include <vector>

#include "builder/verifier/rank_list.h"

namespace mill::verifier {

// What follows rests on one property of ranks: subsets that are told apart by the same points stay
// in the same order when they all gain a point, lose one, or have one point in the place of
// another, or when the points are numbered anew in their order.

/// For every two of n points, the steps of a stone inside a block from the one to the other.
/// Immutable; safe to read from many threads.
class StepLists {
 public:
  explicit StepLists(const SubsetCatalog& subsets);

  /// For all subsets S with `from_point` and without `to_point`, S' being S after the step:
  /// worths[rank of S] = max(itself, from[rank of S']).
  template <typename Worth>
  void raise(int from_point, int to_point, const Worth* from, Worth* worths) const {
    list(from_point, to_point).raise(list(to_point, from_point), from, worths);
  }

 private:
  /// The subsets with one point and without another.
  const RankList& list(int with, int without) const {
    return lists_[static_cast<std::size_t>(with) * points_ + without];
  }

  int points_;
  std::vector<RankList> lists_;  // those of a point and itself are empty
};

/// For each of n points, all k-element subsets that contain it and what is left without it, a
/// (k-1)-element subset. Immutable; safe to read from many threads.
class TakeLists {
 public:
  TakeLists(const SubsetCatalog& subsets, const SubsetCatalog& smaller);

  /// For all subsets S with `point`: worths[rank of S] = max(itself, from[rank of S without it]).
  template <typename Worth>
  void raise(int point, const Worth* from, Worth* worths) const {
    before_[point].raise(after_[point], from, worths);
  }

  /// The other way round, for all smaller sets S without `point`:
  /// worths[rank of S] = max(itself, from[rank of S with it]).
  template <typename Worth>
  void raise_smaller(int point, const Worth* from, Worth* worths) const {
    after_[point].raise(before_[point], from, worths);
  }

 private:
  std::vector<RankList> before_, after_;
};

/// For each of n points, all k-element subsets without it; behind them, all subsets.
std::vector<RankList> lists_without(const SubsetCatalog& subsets);

}  // namespace mill::verifier
