#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "builder/blocks/block_geometry.h"

namespace mill {

/// The lines that minor stones can complete in one block: those that lie among its free points.
/// Questions are answered for 64 ranks at a time from the bitmaps of the geometry.
class MinorLines {
 public:
  MinorLines(const BlockGeometry& geometry, const PackedIndex& free_points) : geometry_(geometry) {
    const Mask inside = free_points.points();
    for (const Mask line : geometry.board().lines) {
      if (line & ~inside) continue;
      Mask packed = 0;
      for_each_bit(line, [&](int point) {
        packed |= bit(free_points.of[point]);
        through_[free_points.of[point]] |= std::uint64_t{1} << count_;
        ++count_at_[free_points.of[point]];
      });
      lines_[count_++] = packed;
    }
  }

  bool empty() const { return count_ == 0; }
  /// As sets of packed points.
  std::span<const Mask> lines() const { return {lines_.data(), count_}; }
  bool any_at(int index) const { return through_[index] != 0; }

  /// Ranks of the group whose subset holds the rest of a line through packed point `index` without
  /// using `except`.
  std::uint64_t completed_at(int index, std::uint32_t group, Mask except = 0) const {
    std::uint64_t result = 0;
    for_each_rest(index, except, [&](Mask others) { result |= all_of(others, group); });
    return result;
  }

  /// The same for all groups, into `words`.
  void completed(int index, std::span<std::uint64_t> words) const {
    std::fill(words.begin(), words.end(), 0);
    for_each_rest(index, 0, [&](Mask others) {
      for (std::uint32_t group = 0; group < words.size(); ++group)
        words[group] |= all_of(others, group);
    });
  }

  /// Likewise of at least `fewest` and at most `most` such lines.
  std::uint64_t completed_at(int index, std::uint32_t group, Mask except, int fewest,
                             int most) const {
    const bool no_upper_bound = most >= count_at_[index];
    if (fewest == 0 && no_upper_bound) return ~std::uint64_t{0};
    if (fewest == 0 && most == 0) return ~completed_at(index, group, except);
    if (fewest == 1 && no_upper_bound) return completed_at(index, group, except);
    std::array<std::uint64_t, kMaxLines + 1> at_least{~std::uint64_t{0}};  // [i]: i lines or more
    for_each_rest(index, except, [&](Mask others) {
      const std::uint64_t complete = all_of(others, group);
      for (int i = most + 1; i > 0; --i) at_least[i] |= at_least[i - 1] & complete;
    });
    return at_least[fewest] & ~at_least[most + 1];
  }

  /// Ranks of the group whose subset holds some line.
  std::uint64_t with_line(std::uint32_t group) const {
    std::uint64_t result = 0;
    for (const Mask line : lines()) result |= all_of(line, group);
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
  static_assert(kMaxLines <= 64, "a set of lines is a word");

  /// Calls take() with what a line through packed point `index` has besides it, for each of them
  /// that holds none of `except`.
  template <typename Take>
  void for_each_rest(int index, Mask except, Take&& take) const {
    for (std::uint64_t left = through_[index]; left; left &= left - 1) {
      const Mask others = lines_[static_cast<std::size_t>(std::countr_zero(left))] & ~bit(index);
      if (!(others & except)) take(others);
    }
  }

  std::uint64_t all_of(Mask points, std::uint32_t group) const {
    std::uint64_t result = ~std::uint64_t{0};
    for_each_bit(points, [&](int index) { result &= geometry_.has(index)[group]; });
    return result;
  }

  const BlockGeometry& geometry_;
  std::array<Mask, kMaxLines> lines_;  // the first count_ of them
  std::size_t count_ = 0;
  std::array<std::uint64_t, kMaxPoints> through_{};  // by packed point, bit i for lines_[i]
  std::array<std::uint8_t, kMaxPoints> count_at_{};  // by packed point
};

}  // namespace mill
