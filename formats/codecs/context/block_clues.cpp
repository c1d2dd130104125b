#include "formats/codecs/context/block_clues.h"

#include <algorithm>
#include <array>

#include "formats/codecs/context/similar_blocks.h"

namespace mill {
namespace {

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

}  // namespace

void ClueFinder::find(Mask major, std::span<const NumberingBlock> earlier,
                      std::span<Clues> clues) const {
  count_lines(major, clues);
  std::vector<Mask> majors;
  majors.reserve(earlier.size());
  for (const NumberingBlock& block : earlier) majors.push_back(block.major);
  const auto [nearest, second] = most_similar(major, majors);
  const auto take = [&](std::size_t index, std::uint8_t Clues::*field) {
    if (index < earlier.size()) return take_values(major, earlier[index], field, clues);
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

}  // namespace mill
