#pragma once

#include <cstddef>

#include "game/subspace.h"
#include "game/variant.h"

namespace mill {

/// Numbers all subspaces of a variant by their four counts, for tables with an entry each.
class SubspaceIndex {
 public:
  explicit SubspaceIndex(const Variant& variant) : stride_(variant.rules.piece_count + 1) {}

  /// How long a table is.
  std::size_t size() const { return at(stride_ - 1, stride_ - 1, stride_ - 1, stride_ - 1) + 1; }

  /// Whether the variant has that many stones, on the board and in hand together.
  bool allows(int own_total, int opponent_total) const {
    return own_total < stride_ && opponent_total < stride_;
  }

  /// The number of a subspace, below size(); the variant must allow its stones.
  std::size_t at(int own, int opponent, int own_hand, int opponent_hand) const {
    const int index = ((own_hand * stride_ + opponent_hand) * stride_ + own) * stride_ + opponent;
    return static_cast<std::size_t>(index);
  }
  std::size_t at(const Subspace& s) const {
    return at(s.own, s.opponent, s.own_hand, s.opponent_hand);
  }

 private:
  int stride_;  // stones of a side and one more
};

}  // namespace mill
