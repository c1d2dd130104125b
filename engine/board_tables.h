#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "game/variant.h"

namespace millstone {

/// What the search looks up about a board again and again, laid out for speed. Immutable once made;
/// any thread.
class BoardTables {
 public:
  explicit BoardTables(const Board& board);

  Mask all() const { return all_; }
  Mask neighbours(int point) const { return neighbours_[point]; }
  const std::vector<Mask>& lines() const { return lines_; }

  /// The points that are neighbours of at least one point of `points`.
  Mask neighbours_of(Mask points) const {
    return unions_[0][points & 255] | unions_[1][points >> 8 & 255] |
           unions_[2][points >> 16 & 255] | unions_[3][points >> 24];
  }

  /// Whether `stones` holds all of a line through `point` but the point itself.
  bool completes_line(Mask stones, int point) const {
    for (int i = first_[point]; i < first_[point + 1]; ++i)
      if ((stones & rests_[i]) == rests_[i]) return true;
    return false;
  }

  /// The points missing to `stones` in a line of which it holds all others.
  Mask completing_points(Mask stones) const {
    Mask points = 0;
    for (Mask line : lines_) {
      const Mask missing = line & ~stones;
      points |= missing & (missing - 1) ? 0 : missing;
    }
    return points;
  }

  /// The stones that stand in a complete line.
  Mask in_mills(Mask stones) const {
    Mask result = 0;
    for (Mask line : lines_) result |= (stones & line) == line ? line : 0;
    return result;
  }

 private:
  Mask all_;
  std::array<Mask, kMaxPoints> neighbours_{};
  std::vector<Mask> lines_;
  std::vector<Mask> rests_;                        // lines without a point, point by point
  std::array<int, kMaxPoints + 1> first_{};        // of each point in rests_
  std::array<std::array<Mask, 256>, 4> unions_{};  // [byte of the mask][its bits]
};

}  // namespace millstone
