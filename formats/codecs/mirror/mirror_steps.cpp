#include "formats/codecs/mirror/mirror_steps.h"

#include <algorithm>

namespace mill {
namespace {

/// The free points of a numbering block, numbered in order, and what joins them.
struct FreeBoard {
  std::vector<Mask> reached;  // for each point those that a stone on it steps to
  std::vector<Mask> lines;    // those without a major stone

  FreeBoard(const Surroundings& file, Mask major) {
    const Board& board = *file.board;
    const Mask free = board.all() & ~major;
    for_each_bit(free, [&](int point) {
      const Mask joined =
          file.reach.minor_anywhere ? board.all() & ~bit(point) : board.neighbours[point];
      reached.push_back(compress(joined & free, free));
    });
    for (const Mask line : board.lines)
      if ((line & major) == 0) lines.push_back(compress(line, free));
  }

  /// Lines that a stone which comes to `to` completes if the others of them stand there; without
  /// that point.
  std::vector<Mask> others_of_lines(int from, int to) const {
    std::vector<Mask> others;
    for (const Mask line : lines)
      if ((line & bit(to)) != 0 && (line & bit(from)) == 0) others.push_back(line & ~bit(to));
    return others;
  }
};

bool holds_one_of(Mask stones, std::span<const Mask> sets) {
  return std::ranges::any_of(sets, [&](Mask set) { return (stones & set) == set; });
}

}  // namespace

MirrorSteps::MirrorSteps(const CodingOrder& order)
    : points_(static_cast<std::size_t>(order.ranks().n())), slots_(points_ * points_) {
  const Mask all = low_bits(order.ranks().n());
  for (std::uint32_t slot = 0; slot < order.size(); ++slot) {
    const Mask stones = order.subsets()[slot];
    for_each_bit(stones, [&](int with) {
      for_each_bit(all & ~stones, [&](int without) {
        slots_[static_cast<std::size_t>(with) * points_ + static_cast<std::size_t>(without)]
            .push_back(static_cast<std::uint16_t>(slot));
      });
    });
  }
}

void MirrorSteps::find(const Surroundings& file, Mask major, const std::uint8_t* mirror,
                       std::span<Outlook> outlooks) const {
  const std::vector<Mask>& subsets = file.order->subsets();
  thread_local std::vector<std::uint8_t> worth;
  worth.resize(outlooks.size());
  std::transform(mirror, mirror + worth.size(), worth.begin(), Outlook::worth_of_mirror);
  std::ranges::fill(outlooks, Outlook());
  const FreeBoard board(file, major);
  for (int from = 0; from < static_cast<int>(points_); ++from)
    for_each_bit(board.reached[static_cast<std::size_t>(from)], [&](int to) {
      const std::vector<std::uint16_t>&before = slots(from, to), &after = slots(to, from);
      const std::vector<Mask> closed = board.others_of_lines(from, to);
      if (closed.empty())
        for (std::size_t i = 0; i < before.size(); ++i)
          outlooks[before[i]].add_quiet(worth[after[i]]);
      else
        for (std::size_t i = 0; i < before.size(); ++i)
          outlooks[before[i]].add(holds_one_of(subsets[before[i]], closed), worth[after[i]]);
    });
}

}  // namespace mill
