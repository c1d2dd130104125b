#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/positions/line_table.h"

namespace mill {

/// What the search looks up about a board again and again, laid out for speed. Immutable once made;
/// any thread.
class BoardTables {
 public:
  explicit BoardTables(const Board& board);

  Mask all() const { return all_; }
  Mask neighbours(int point) const { return neighbours_[point]; }
  int degree(int point) const { return degrees_[point]; }  ///< number of neighbours
  const LineTable& lines() const { return lines_; }

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

 private:
  Mask all_;
  std::array<Mask, kMaxPoints> neighbours_{};
  std::array<std::uint8_t, kMaxPoints> degrees_{};
  LineTable lines_;
  std::vector<Mask> rests_;                        // lines without a point, point by point
  std::array<int, kMaxPoints + 1> first_{};        // of each point in rests_
  std::array<std::array<Mask, 256>, 4> unions_{};  // [byte of the mask][its bits]
};

}  // namespace mill
