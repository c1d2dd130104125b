#pragma once

#include <cstdint>
#include <vector>

#include "game/subset_rank.h"

namespace mill::verifier {

/// A set of ranks, one bit each, 64 to a word.
using RankBits = std::vector<std::uint64_t>;

/// Calls `visit(rank)` for every rank in the set, lowest first.
template <typename Visit>
void for_each_rank(const RankBits& bits, Visit&& visit) {
  for (std::size_t word = 0; word < bits.size(); ++word)
    for (std::uint64_t rest = bits[word]; rest; rest &= rest - 1)
      visit(static_cast<std::uint32_t>(word * 64 + std::countr_zero(rest)));
}

/// All k-element subsets of n points by rank, and for each point the set of those that contain it.
/// Immutable; safe to read from many threads.
class SubsetCatalog {
 public:
  explicit SubsetCatalog(const SubsetRank& ranks);

  const SubsetRank& ranks() const { return ranks_; }
  int points() const { return ranks_.n(); }
  std::uint32_t size() const { return ranks_.size(); }
  const std::vector<Mask>& masks() const { return masks_; }

  /// Ranks of all subsets; of those that contain `point`.
  const RankBits& all() const { return all_; }
  const RankBits& with(int point) const { return with_[point]; }

  /// Ranks of the subsets that contain all of `points`.
  RankBits with_all(Mask points) const;

 private:
  SubsetRank ranks_;
  std::vector<Mask> masks_;
  RankBits all_;
  std::vector<RankBits> with_;
};

inline void intersect(RankBits& bits, const RankBits& other) {
  for (std::size_t word = 0; word < bits.size(); ++word) bits[word] &= other[word];
}

inline void subtract(RankBits& bits, const RankBits& other) {
  for (std::size_t word = 0; word < bits.size(); ++word) bits[word] &= ~other[word];
}

inline void unite(RankBits& bits, const RankBits& other) {
  for (std::size_t word = 0; word < bits.size(); ++word) bits[word] |= other[word];
}

/// Keeps the ranks for which membership in `condition` implies membership in `consequence`.
inline void intersect_implication(RankBits& bits, const RankBits& condition,
                                  const RankBits& consequence) {
  for (std::size_t word = 0; word < bits.size(); ++word)
    bits[word] &= ~condition[word] | consequence[word];
}

}  // namespace mill::verifier
