#pragma once

#include <cstdint>
#include <vector>

#include "base/bits.h"

namespace mill {

/// n over k; 0 when k is outside 0..n. Exact for n <= 32.
std::uint64_t binomial(int n, int k);

/// From which end the points of a subset are counted when it is ranked.
enum class PointOrder { kFromFirst, kFromLast };

/// Colexicographic numbering of the k-element subsets of n points: subset {a < b < ...} has rank
/// C(a,1) + C(b,2) + ..., where a point p counts as p, or as n - 1 - p if points are counted from
/// the last. The points are cut into a low and a high half; since the number of elements is fixed,
/// each half contributes a number of its own, so ranking is two look-ups.
/// 0 <= k <= n <= 32; tables take 2^(n/2) entries. Immutable; safe to read from many threads.
class SubsetRank {
 public:
  SubsetRank(int n, int k, PointOrder order = PointOrder::kFromFirst);

  int n() const { return n_; }
  int k() const { return k_; }
  std::uint32_t size() const { return size_; }

  /// Rank of a subset with exactly k elements, 0..size()-1. Meaningless for other subsets.
  std::uint32_t rank(Mask subset) const {
    return low_[subset & low_mask_] + high_[subset >> low_points_];
  }

  /// The subset of that rank.
  Mask unrank(std::uint32_t rank) const;

  /// Calls visit(subset) with all subsets in the order of their ranks.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    const Halves halves = halves_in_order();
    for (const Mask outer : halves.outer)
      for (const Mask inner : halves.inner[static_cast<std::size_t>(k_ - count(outer))])
        visit(outer | inner);
  }

  /// All subsets in the order of their ranks.
  std::vector<Mask> all() const;

  int low_points() const { return low_points_; }
  const std::vector<std::uint32_t>& low() const { return low_; }
  const std::vector<std::uint32_t>& high() const { return high_; }

 private:
  /// A subset is one half of each; those with the same outer half have consecutive ranks.
  struct Halves {
    std::vector<Mask> outer;               // those that can be part of a subset, in order
    std::vector<std::vector<Mask>> inner;  // by number of elements, in order
  };
  Halves halves_in_order() const;

  int n_, k_, low_points_;
  PointOrder order_;
  Mask low_mask_;  // the low points
  std::uint32_t size_;
  std::vector<std::uint32_t> low_, high_;
};

}  // namespace mill
