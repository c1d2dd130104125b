#include "formats/codecs/context/block_clues.h"

#include <algorithm>
#include <array>

namespace mill {
namespace {

/// Only so many blocks are looked at for similar ones.
constexpr std::size_t kBlocksLookedAt = 16;

/// Slots that are looked at together: a fixed number, so that compilers make vector code of it.
constexpr std::size_t kBatch = 64;

/// A way to complete a line, in masks of the points that the major stones leave free: `line` holds
/// nothing but the minor stones `stones`, and `helpers`, if they are needed, holds one at least.
struct Closing {
  Mask line, stones, helpers;
};

/// What decides about lines in one numbering block.
struct BlockLines {
  std::vector<Closing> minor_closings;
  std::vector<Mask> minor_lines;  // those without a major stone
  std::vector<Mask> major_gaps;   // of lines that the major side could complete there
  std::uint8_t major_mills = 0;
};

void add_minor_line(const Board& board, Mask line, Mask free, bool anywhere, BlockLines& lines) {
  lines.minor_lines.push_back(compress(line, free));
  for_each_bit(line, [&](int gap) {
    // Where no helper is needed, any minor stone is one: those of the line itself.
    const Mask helpers = anywhere ? line : board.neighbours[gap] & ~line & free;
    if (helpers != 0)
      lines.minor_closings.push_back(
          {compress(line, free), compress(line & ~bit(gap), free), compress(helpers, free)});
  });
}

BlockLines lines_of(const Board& board, Mask major, Reach reach) {
  const Mask free = board.all() & ~major;
  BlockLines lines;
  int mills = 0;
  for (const Mask line : board.lines) {
    const Mask gaps = line & free;
    if (gaps == 0) ++mills;
    if (gaps == line) add_minor_line(board, line, free, reach.minor_anywhere, lines);
    if (count(gaps) == 1 &&
        (reach.major_anywhere || (board.neighbours[lowest(gaps)] & ~line & major) != 0))
      lines.major_gaps.push_back(compress(gaps, free));
  }
  lines.major_mills = static_cast<std::uint8_t>(std::min(mills, 2));
  return lines;
}

using BatchCounts = std::array<std::uint32_t, kBatch>;

std::uint8_t digits(std::uint32_t minor, std::uint32_t major) {
  return static_cast<std::uint8_t>(3 * std::min(minor, 2u) + std::min(major, 2u));
}

/// Maps the free points of one configuration of major stones to those of another, both numbered
/// within their boards: a point free in both to itself, the others in their order.
Symmetry free_point_map(Mask all, Mask from_major, Mask to_major) {
  const Mask from_free = all & ~from_major, to_free = all & ~to_major;
  Mask only_there = to_free & ~from_free;
  std::vector<int> image(32);
  for (int point = 0; point < 32; ++point) image[point] = point;
  int index = 0;
  for_each_bit(from_free, [&](int point) {
    Mask target = bit(point);
    if ((target & to_free) == 0) {
      target = only_there & -only_there;
      only_there ^= target;
    }
    image[index++] = lowest(compress(target, to_free));
  });
  return Symmetry(image);
}

/// The indices of the two blocks most similar to these major stones, of equal ones the later.
std::array<std::size_t, 2> most_similar(Mask major, std::span<const NumberingBlock> blocks) {
  std::array<std::size_t, 2> best = {blocks.size(), blocks.size()};
  std::array<int, 2> distance = {64, 64};
  for (std::size_t i = blocks.size(); i-- > 0;) {
    const int d = count(blocks[i].major ^ major);
    if (d < distance[0]) {
      best = {i, best[0]};
      distance = {d, distance[0]};
    } else if (d < distance[1]) {
      best[1] = i;
      distance[1] = d;
    }
  }
  return best;
}

/// The next larger number with as many bits set, as a number of 64 bits; `mask` is not 0.
std::uint64_t next_subset(std::uint64_t mask) {
  const std::uint64_t carried = mask + (mask & -mask);
  return carried | ((mask ^ carried) >> 2) >> std::countr_zero(mask);
}

}  // namespace

void ClueFinder::find(Mask major, std::span<const NumberingBlock> earlier,
                      std::span<Clues> clues) const {
  count_lines(major, clues);
  const auto near = earlier.last(std::min(earlier.size(), kBlocksLookedAt));
  const auto [nearest, second] = most_similar(major, near);
  const auto take = [&](std::size_t index, std::uint8_t Clues::*field) {
    if (index < near.size()) return take_values(major, near[index], field, clues);
    for (Clues& each : clues) each.*field = kNoEarlier;
  };
  take(nearest, &Clues::nearest);
  take(second, &Clues::second);
}

void ClueFinder::count_lines(Mask major, std::span<Clues> clues) const {
  const BlockLines lines = lines_of(*board_, major, reach_);
  std::array<Mask, kBatch> minor{};
  for (std::size_t begin = 0; begin < clues.size(); begin += kBatch) {
    const std::size_t size = std::min(kBatch, clues.size() - begin);
    std::copy_n(order_->subsets().begin() + static_cast<std::ptrdiff_t>(begin), size,
                minor.begin());
    BatchCounts minor_closings{}, minor_mills{}, major_closings{};
    for (const Closing& closing : lines.minor_closings)
      for (std::size_t i = 0; i < kBatch; ++i) {
        // Numbers and no branch, so that the compiler takes many at a time.
        const std::uint32_t completes = (minor[i] & closing.line) == closing.stones;
        const std::uint32_t helped = (minor[i] & closing.helpers) != 0;
        minor_closings[i] += completes & helped;
      }
    for (const Mask line : lines.minor_lines)
      for (std::size_t i = 0; i < kBatch; ++i) minor_mills[i] += (minor[i] & line) == line;
    for (const Mask gap : lines.major_gaps)
      for (std::size_t i = 0; i < kBatch; ++i) major_closings[i] += (minor[i] & gap) == 0;
    for (std::size_t i = 0; i < size; ++i) {
      clues[begin + i].closings = digits(minor_closings[i], major_closings[i]);
      clues[begin + i].mills = digits(minor_mills[i], lines.major_mills);
    }
  }
}

void ClueFinder::take_values(Mask major, const NumberingBlock& block, std::uint8_t Clues::*field,
                             std::span<Clues> clues) const {
  const Symmetry map = free_point_map(board_->all(), major, block.major);
  for (std::size_t slot = 0; slot < clues.size(); ++slot)
    clues[slot].*field = block.values[order_->ranks().rank(map(order_->subsets()[slot]))];
}

Mask next_representative(const Board& board, Mask major) {
  if (major == 0) return 0;
  const auto& symmetries = board.symmetries.elements;
  // With points counted from the last, of two subsets that has the lower rank which does without
  // the first point in which they differ.
  const auto ranks_below = [](Mask left, Mask right) {
    return (right & bit(lowest(left ^ right))) != 0;
  };
  const auto is_lowest = [&](Mask mask) {
    return std::none_of(symmetries.begin() + 1, symmetries.end(), [&](const Symmetry& symmetry) {
      const Mask image = symmetry(mask);
      return image != mask && ranks_below(image, mask);
    });
  };
  const int points = board.points();
  std::uint64_t next = next_subset(reversed(major, points));
  for (; next <= board.all(); next = next_subset(next)) {
    const Mask mask = reversed(static_cast<Mask>(next), points);
    if (is_lowest(mask)) return mask;
  }
  return 0;
}

}  // namespace mill
