#pragma once

#include <array>
#include <vector>

#include "game/board.h"

namespace mill {

/// A set of lines: bit i is line i of the board.
using LineSet = std::uint64_t;
static_assert(kMaxLines <= 64);

/// The lines on which one side stands alone, by what is missing there.
struct HeldLines {
  LineSet mills = 0;  ///< nothing
  LineSet twos = 0;   ///< one stone: the point is empty
};

/// Sorts all lines of a board at once, by what stands on them. Immutable once made; any thread.
class LineTable {
 public:
  explicit LineTable(const std::vector<Mask>& lines);

  /// What a side holds with these stones; points that are neither its own nor empty are the other
  /// side's, or marked.
  HeldLines held_by(Mask stones, Mask empty) const {
    return held(meet(empty), meet(~(stones | empty)));
  }

  struct Both {
    HeldLines own, opponent;
  };
  Both held_by_each(Mask own, Mask opponent, Mask empty) const {
    const Met empty_met = meet(empty);
    return {held(empty_met, meet(~(own | empty))), held(empty_met, meet(~(opponent | empty)))};
  }

  /// Calls `visit(line)` with the points of each line of the set.
  template <typename Visit>
  void for_each(LineSet set, Visit&& visit) const {
    for (; set; set &= set - 1) visit(lines_[static_cast<std::size_t>(std::countr_zero(set))]);
  }

  /// The points of all lines of the set.
  Mask points(LineSet set) const {
    Mask result = 0;
    for_each(set, [&](Mask line) { result |= line; });
    return result;
  }

 private:
  /// The lines that meet a set of points: in some, and of these in several.
  struct Met {
    LineSet some = 0, several = 0;
  };

  /// Sums over the bytes of the set, all lines side by side.
  Met meet(Mask points) const {
    Met sum = met_[0][points & 255];
    for (int byte = 1; byte < 4; ++byte) {
      const Met& next = met_[byte][points >> 8 * byte & 255];
      sum.several |= next.several | (sum.some & next.some);
      sum.some |= next.some;
    }
    return sum;
  }

  HeldLines held(const Met& empty, const Met& others) const {
    const LineSet alone = all_ & ~others.some;
    return {alone & ~empty.some, alone & empty.some & ~empty.several};
  }

  std::vector<Mask> lines_;
  LineSet all_ = 0;
  std::array<std::array<Met, 256>, 4> met_{};  // [byte of the points][its bits]
};

}  // namespace mill
