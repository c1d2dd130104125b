#pragma once

#include <array>
#include <vector>

#include "builder/blocks/block_geometry.h"

namespace mill {

/// The lines that minor stones can complete in one block: those that lie among its free points.
/// Questions are answered for 64 ranks at a time from the bitmaps of the geometry.
class MinorLines {
 public:
  MinorLines(const BlockGeometry& geometry, const PackedIndex& free_points)
      : geometry_(geometry), lines_at_(free_points.count) {
    for (Mask line : geometry.board().lines) {
      Mask packed = 0;
      bool inside = true;
      for_each_bit(line, [&](int point) {
        if (free_points.of[point] < 0)
          inside = false;
        else
          packed |= bit(free_points.of[point]);
      });
      if (!inside) continue;
      lines_.push_back(packed);
      for_each_bit(packed, [&](int index) { lines_at_[index].push_back(packed & ~bit(index)); });
    }
  }

  bool empty() const { return lines_.empty(); }
  /// As sets of packed points.
  const std::vector<Mask>& lines() const { return lines_; }
  bool any_at(int index) const { return !lines_at_[index].empty(); }

  /// Ranks of the group whose subset holds the rest of a line through packed point `index` without
  /// using `except`.
  std::uint64_t completed_at(int index, std::uint32_t group, Mask except = 0) const {
    std::uint64_t result = 0;
    for (Mask others : lines_at_[index])
      if (!(others & except)) result |= all_of(others, group);
    return result;
  }

  /// Likewise of at least `fewest` and at most `most` such lines.
  std::uint64_t completed_at(int index, std::uint32_t group, Mask except, int fewest,
                             int most) const {
    const bool no_upper_bound = most >= static_cast<int>(lines_at_[index].size());
    if (fewest == 0 && no_upper_bound) return ~std::uint64_t{0};
    if (fewest == 0 && most == 0) return ~completed_at(index, group, except);
    if (fewest == 1 && no_upper_bound) return completed_at(index, group, except);
    std::array<std::uint64_t, 32> at_least{~std::uint64_t{0}};  // [i]: i lines or more
    for (Mask others : lines_at_[index]) {
      if (others & except) continue;
      const std::uint64_t complete = all_of(others, group);
      for (int i = most + 1; i > 0; --i) at_least[i] |= at_least[i - 1] & complete;
    }
    return at_least[fewest] & ~at_least[most + 1];
  }

  /// Ranks of the group whose subset holds some line.
  std::uint64_t with_line(std::uint32_t group) const {
    std::uint64_t result = 0;
    for (Mask line : lines_) result |= all_of(line, group);
    return result;
  }

  /// Ranks of the group all of whose stones stand in lines.
  std::uint64_t all_in_lines(std::uint32_t group) const {
    std::uint64_t result = geometry_.existing(group);
    for (int index = 0; index < geometry_.free_count() && result; ++index)
      result &= ~geometry_.has(index)[group] | completed_at(index, group);
    return result;
  }

 private:
  std::uint64_t all_of(Mask points, std::uint32_t group) const {
    std::uint64_t result = ~std::uint64_t{0};
    for_each_bit(points, [&](int index) { result &= geometry_.has(index)[group]; });
    return result;
  }

  const BlockGeometry& geometry_;
  std::vector<Mask> lines_;
  std::vector<std::vector<Mask>> lines_at_;
};

}  // namespace mill
