#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "builder/verifier/position_worth.h"
#include "builder/verifier/rank_map.h"
#include "game/subset_rank.h"

namespace mill::verifier {

/// The k-element subsets of n points as pairs of a high and a low half. Those with the same high
/// half are neighbours in rank, so an array by rank is walked in stretches. Immutable; safe to
/// read from many threads.
class HalfSubsets {
 public:
  /// @param ranks  whose points are counted from the first
  explicit HalfSubsets(const SubsetRank& ranks);

  /// For all subsets S without the point `gap`: worths[rank of S] = max(itself, from[map(S)]).
  template <typename Worth>
  void raise(int gap, const RankMap& map, const Worth* from, Worth* worths) const;

 private:
  /// Low halves with a number of elements, in the order of their ranks.
  struct LowHalves {
    std::vector<std::uint16_t> masks;
    std::vector<std::uint16_t>
        offsets;  // of the rank, from that of the lowest with the same high half
  };
  struct HighHalf {
    Mask mask;
    std::uint32_t rank;  // of the lowest subset with this high half
    int left;            // elements of the low half
  };

  static std::vector<LowHalves> low_halves(const SubsetRank& ranks, Mask without);

  int low_points_;
  std::vector<HighHalf> high_halves_;
  // Low halves by point left out, then by number of elements; behind the points: none is left out.
  std::vector<std::vector<LowHalves>> halves_;
};

}  // namespace mill::verifier
