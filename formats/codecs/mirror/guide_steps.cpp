#include "formats/codecs/mirror/guide_steps.h"

#include <algorithm>

#include "game/numbering.h"

namespace mill {
namespace {

constexpr int kHand = -1;

/// The point that a stone leaves, if it comes from one.
constexpr Mask left_by(int from) { return from == kHand ? 0 : bit(from); }

/// The free points of a numbering block, numbered in order, and the lines without a major stone.
struct FreeBoard {
  std::vector<Mask> reached;  // for each point those that a stone on it steps to
  std::vector<Mask> lines;

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

  /// Calls visit(from, to) for all steps of minor stones, whether or not one stands on `from` and
  /// none on `to`; from the hand, `from` is kHand.
  template <typename Visit>
  void for_each_step(bool by_placing, Visit&& visit) const {
    for (int point = 0; point < static_cast<int>(reached.size()); ++point)
      if (by_placing)
        visit(kHand, point);
      else
        for_each_bit(reached[static_cast<std::size_t>(point)], [&](int to) { visit(point, to); });
  }

  /// Lines that a stone which comes to `to` completes if the others of them stand there; without
  /// that point.
  std::vector<Mask> others_of_lines(int from, int to) const {
    std::vector<Mask> others;
    for (const Mask line : lines)
      if ((line & bit(to)) != 0 && (line & left_by(from)) == 0) others.push_back(line & ~bit(to));
    return others;
  }
};

bool holds_one_of(Mask stones, std::span<const Mask> sets) {
  return std::ranges::any_of(sets, [&](Mask set) { return (stones & set) == set; });
}

}  // namespace

std::optional<Guide> guide_of_minor_side(const Board& board, const Subspace& subspace) {
  Subspace after = subspace.mirror();
  const bool by_placing = subspace.own_hand > 0;
  if (by_placing) {
    ++after.opponent;
    --after.opponent_hand;
  }
  const bool moves_while_other_places = !by_placing && subspace.opponent_hand > 0;
  if (subspace.own_is_major() || !after.own_is_major() || moves_while_other_places ||
      after.stones() > board.points())
    return std::nullopt;
  const Guide guide{after, by_placing, numbering_block_size(board, subspace),
                    numbering_block_size(board, after)};
  const bool fits = std::max(guide.block_size, guide.guide_block_size) <= CodingOrder::kMostSlots;
  return fits ? std::optional(guide) : std::nullopt;
}

Outlook outlook_of(const Surroundings& file, const Guide& guide, Mask major, std::uint32_t slot,
                   const std::uint8_t* values) {
  const FreeBoard board(file, major);
  const Mask stones = file.order->subsets()[slot];
  const SubsetRank after(file.order->ranks().n(),
                         file.order->ranks().k() + static_cast<int>(guide.by_placing));
  Outlook outlook;
  board.for_each_step(guide.by_placing, [&](int from, int to) {
    if ((left_by(from) & ~stones) != 0 || (bit(to) & stones) != 0) return;
    const std::uint32_t slot_after = after.rank((stones & ~left_by(from)) | bit(to));
    outlook.add(holds_one_of(stones, board.others_of_lines(from, to)),
                Outlook::worth_of_guide(values[slot_after]));
  });
  return outlook;
}

GuideSteps::GuideSteps(const CodingOrder& order, const Guide& guide)
    : by_placing_(guide.by_placing),
      points_(static_cast<std::size_t>(order.ranks().n())),
      guide_size_(guide.guide_block_size) {
  by_placing_ ? fill_placing(order) : fill_moving(order);
}

void GuideSteps::fill_moving(const CodingOrder& order) {
  const Mask all = low_bits(order.ranks().n());
  with_.resize(points_ * points_);
  for (std::uint32_t slot = 0; slot < order.size(); ++slot) {
    const Mask stones = order.subsets()[slot];
    for_each_bit(stones, [&](int with) {
      for_each_bit(all & ~stones, [&](int without) {
        with_[static_cast<std::size_t>(with) * points_ + static_cast<std::size_t>(without)]
            .push_back(static_cast<std::uint16_t>(slot));
      });
    });
  }
}

void GuideSteps::fill_placing(const CodingOrder& order) {
  const Mask all = low_bits(order.ranks().n());
  const SubsetRank after(order.ranks().n(), order.ranks().k() + 1);
  with_.resize(points_);
  without_.resize(points_);
  for (std::uint32_t slot = 0; slot < order.size(); ++slot) {
    const Mask stones = order.subsets()[slot];
    for_each_bit(all & ~stones, [&](int point) {
      const auto to = static_cast<std::size_t>(point);
      without_[to].push_back(static_cast<std::uint16_t>(slot));
      with_[to].push_back(static_cast<std::uint16_t>(after.rank(stones | bit(point))));
    });
  }
}

void GuideSteps::find(const Surroundings& file, Mask major, const std::uint8_t* guide,
                      std::span<Outlook> outlooks) const {
  const std::vector<Mask>& subsets = file.order->subsets();
  thread_local std::vector<std::uint8_t> worth;
  worth.resize(guide_size_);
  std::transform(guide, guide + worth.size(), worth.begin(), Outlook::worth_of_guide);
  std::ranges::fill(outlooks, Outlook());
  const FreeBoard board(file, major);
  board.for_each_step(by_placing_, [&](int from, int to) {
    const auto [before, after] = step(from, to);
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
