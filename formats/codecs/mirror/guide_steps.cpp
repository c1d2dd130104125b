#include "formats/codecs/mirror/guide_steps.h"

#include <algorithm>
#include <cstring>

#include "formats/codecs/prediction/slot_slices.h"
#include "game/numbering.h"

namespace mill {
namespace {

constexpr int kHand = -1;

/// The point that a stone leaves, if it comes from one.
constexpr Mask left_by(int from) { return from == kHand ? 0 : bit(from); }

/// Calls visit(from, to) for all steps of minor stones, whether or not one stands on `from` and
/// none on `to`; from the hand, `from` is kHand.
template <typename Visit>
void for_each_step(const FreeBoard& board, bool by_placing, Visit&& visit) {
  for (int point = 0; point < board.points(); ++point)
    if (by_placing)
      visit(kHand, point);
    else
      for_each_bit(board.reached(point), [&](int to) { visit(point, to); });
}

bool holds_one_of(Mask stones, std::span<const Mask> sets) {
  return std::ranges::any_of(sets, [&](Mask set) { return (stones & set) == set; });
}

Outlook outlook_of_step(bool closes, std::uint8_t worth) {
  Outlook outlook;
  outlook.add(closes, worth);
  return outlook;
}

/// Of pairs of slots, how many follow on each other from the first on.
std::size_t length_of_run(std::span<const std::array<std::uint16_t, 2>> pairs) {
  std::size_t length = 1;
  while (length < pairs.size() && pairs[length][0] == pairs[0][0] + length &&
         pairs[length][1] == pairs[0][1] + length)
    ++length;
  return length;
}

template <typename Bytes>
Bytes load_bytes(const std::uint8_t* from) {
  Bytes bytes;
  std::memcpy(&bytes, from, sizeof(Bytes));
  return bytes;
}

/// What many steps come to, and what they would without any one of them.
class SeparableOutlook {
 public:
  void add(Outlook step) {
    twice_ = twice_ | (once_ & step);
    once_ = once_ | step;
  }
  Outlook without(Outlook step) const { return once_ - (step - twice_); }

 private:
  Outlook once_, twice_;
};

}  // namespace

std::optional<Guide> guide_of_minor_side(const Board& board, const Subspace& subspace) {
  Subspace after = subspace.mirror();
  const bool by_placing = subspace.own_hand > 0;
  if (by_placing) {
    ++after.opponent;
    --after.opponent_hand;
  }
  const bool moves_while_other_places = !by_placing && subspace.opponent_hand > 0;
  const bool has_no_stone = !by_placing && subspace.own == 0;
  if (has_no_stone || subspace.own_is_major() || !after.own_is_major() ||
      moves_while_other_places || after.stones() > board.points())
    return std::nullopt;
  const Guide guide{after, by_placing, numbering_block_size(board, subspace),
                    numbering_block_size(board, after)};
  const bool fits = std::max(guide.block_size, guide.guide_block_size) <= CodingOrder::kMostSlots;
  return fits ? std::optional(guide) : std::nullopt;
}

FreeBoard::FreeBoard(const Surroundings& file, Mask major) {
  const Board& board = *file.board;
  const Mask free = board.all() & ~major;
  for_each_bit(free, [&](int point) {
    const Mask joined =
        file.reach.minor_anywhere ? board.all() & ~bit(point) : board.neighbours[point];
    reached_.push_back(compress(joined & free, free));
  });
  for (const Mask line : board.lines)
    if ((line & major) == 0) lines_.push_back(compress(line, free));
}

std::vector<Mask> FreeBoard::others_of_lines(int from, int to) const {
  std::vector<Mask> others;
  for (const Mask line : lines_)
    if ((line & bit(to)) != 0 && (line & left_by(from)) == 0) others.push_back(line & ~bit(to));
  return others;
}

Outlook outlook_of(const Surroundings& file, const Guide& guide, Mask major, std::uint32_t slot,
                   const std::uint8_t* values) {
  const FreeBoard board(file, major);
  const Mask stones = file.order->subsets()[slot];
  const SubsetRank after(file.order->ranks().n(),
                         file.order->ranks().k() + static_cast<int>(guide.by_placing));
  Outlook outlook;
  for_each_step(board, guide.by_placing, [&](int from, int to) {
    if ((left_by(from) & ~stones) != 0 || (bit(to) & stones) != 0) return;
    const std::uint32_t slot_after = after.rank((stones & ~left_by(from)) | bit(to));
    outlook.add(holds_one_of(stones, board.others_of_lines(from, to)),
                Outlook::worth_of_guide(values[slot_after]));
  });
  return outlook;
}

Slides::Slides(const CodingOrder& order) {
  const int points = order.ranks().n();
  const std::vector<Mask>& subsets = order.subsets();
  const auto slot_of = [&](Mask stones) {
    return static_cast<std::uint16_t>(order.ranks().rank(stones));
  };
  for (const Mask stones : subsets) reversed_.push_back(slot_of(reversed(stones, points)));
  for (int point = 0; point < points; ++point)
    for (const Mask stones : subsets)
      stands_.push_back((stones & bit(point)) != 0 ? Outlook::kAll : 0);
  std::vector<Exchange> exchanges;
  for (int upper = 0; upper < points; ++upper)
    for (int lower = 0; lower < upper; ++lower) {
      exchanges.clear();
      const Mask both = bit(lower) | bit(upper);
      if (lower + upper >= points - 1)
        for (const Mask stones : subsets)
          if ((stones & both) == bit(lower))
            exchanges.push_back({slot_of(stones), slot_of(stones ^ both)});
      stretches_.push_back(stretches_of(exchanges));
    }
}

Slides::Stretches Slides::stretches_of(std::span<const Exchange> exchanges) {
  Stretches stretches;
  while (!exchanges.empty()) {
    const std::size_t length = length_of_run(exchanges);
    const std::size_t width = length >= 16 ? 16 : length >= 4 ? 4 : 1;
    auto& of_width = width == 16 ? stretches.of_16 : width == 4 ? stretches.of_4 : stretches.of_1;
    for (std::size_t first = 0; first < length; first += width)
      of_width.push_back(exchanges[std::min(first, length - width)]);
    exchanges = exchanges.subspan(length);
  }
  return stretches;
}

void Slides::find(const CodingOrder& order, const FreeBoard& board,
                  std::span<const std::uint8_t> worth, std::span<Outlook> outlooks) const {
  thread_local std::vector<std::uint8_t> reversed_worth;
  thread_local std::vector<Outlook> reversed_outlooks;
  reversed_worth.resize(worth.size());
  for (std::size_t slot = 0; slot < worth.size(); ++slot)
    reversed_worth[slot] = worth[reversed_[slot]];
  reversed_outlooks.assign(outlooks.size(), Outlook());
  std::ranges::fill(outlooks, Outlook());
  const int points = order.ranks().n(), last = points - 1;
  for_each_step(board, false, [&](int from, int to) {
    std::vector<Mask> closed = board.others_of_lines(from, to);
    if (from + to >= last) {
      add(from, to, closed, worth.data(), outlooks.data());
    } else {
      for (Mask& stones : closed) stones = reversed(stones, points);
      add(last - from, last - to, closed, reversed_worth.data(), reversed_outlooks.data());
    }
  });
  for (std::size_t slot = 0; slot < outlooks.size(); ++slot)
    outlooks[slot] = outlooks[slot] | reversed_outlooks[reversed_[slot]];
}

void Slides::add(int from, int to, std::span<const Mask> closed, const std::uint8_t* worth,
                 Outlook* outlooks) const {
  const bool down = to < from;
  const Stretches& stretches = stretches_[down ? place(to, from) : place(from, to)];
  add<Slice>(stretches.of_16, down, closed, worth, outlooks);
  add<std::uint32_t>(stretches.of_4, down, closed, worth, outlooks);
  add<std::uint8_t>(stretches.of_1, down, closed, worth, outlooks);
}

template <typename Bytes>
void Slides::add(std::span<const Exchange> stretches, bool down, std::span<const Mask> closed,
                 const std::uint8_t* worth, Outlook* outlooks) const {
  for (const Exchange& first : stretches) {
    const std::size_t before = first[down], after = first[!down];
    Bytes closes{};
    for (const Mask stones : closed) {
      auto stand = static_cast<Bytes>(~Bytes{});
      for_each_bit(stones, [&](int point) { stand &= load_bytes<Bytes>(stands(point) + before); });
      closes |= stand;
    }
    Outlook::add_each(outlooks + before, closes, load_bytes<Bytes>(worth + after));
  }
}

Landings::Landings(const CodingOrder& order, const Guide& guide)
    : by_placing_(guide.by_placing), all_(low_bits(order.ranks().n())) {
  const int points = order.ranks().n(), stones = order.ranks().k();
  const SubsetRank before(points, by_placing_ ? stones : stones - 1);
  const SubsetRank after(points, before.k() + 1);
  standing_ = before.all();
  free_points_ = static_cast<std::size_t>(points - before.k());
  for (const Mask standing : standing_)
    for_each_bit(all_ & ~standing, [&](int to) {
      after_.push_back(static_cast<std::uint16_t>(after.rank(standing | bit(to))));
    });
  if (!by_placing_)
    for (const Mask subset : order.subsets())
      for_each_bit(subset, [&](int from) {
        taken_.push_back(static_cast<std::uint16_t>(before.rank(subset & ~bit(from))));
      });
}

void Landings::find(const CodingOrder& order, const FreeBoard& board,
                    std::span<const std::uint8_t> worth, std::span<Outlook> outlooks) const {
  by_placing_ ? find_placements(board, worth, outlooks)
              : find_flights(order, board, worth, outlooks);
}

void Landings::find_placements(const FreeBoard& board, std::span<const std::uint8_t> worth,
                               std::span<Outlook> outlooks) const {
  const std::uint16_t* after = after_.data();
  for (std::size_t slot = 0; slot < outlooks.size(); ++slot, after += free_points_) {
    Outlook outlook;
    const Mask closing = board.closing_points(standing_[slot]);
    if (closing == 0) {
      for (std::size_t i = 0; i < free_points_; ++i) outlook.add_quiet(worth[after[i]]);
    } else {
      const std::uint16_t* next = after;
      for_each_bit(all_ & ~standing_[slot],
                   [&](int to) { outlook.add((closing & bit(to)) != 0, worth[*next++]); });
    }
    outlooks[slot] = outlook;
  }
}

void Landings::find_flights(const CodingOrder& order, const FreeBoard& board,
                            std::span<const std::uint8_t> worth,
                            std::span<Outlook> outlooks) const {
  thread_local std::vector<Mask> closing;
  thread_local std::vector<SeparableOutlook> landings;
  closing.resize(standing_.size());
  landings.assign(standing_.size(), SeparableOutlook());
  const std::uint16_t* after = after_.data();
  for (std::size_t i = 0; i < standing_.size(); ++i) {
    closing[i] = board.closing_points(standing_[i]);
    for_each_bit(all_ & ~standing_[i], [&](int to) {
      landings[i].add(outlook_of_step((closing[i] & bit(to)) != 0, worth[*after++]));
    });
  }
  // A stone does not come down where it was.
  const std::uint16_t* taken = taken_.data();
  for (std::size_t slot = 0; slot < outlooks.size(); ++slot) {
    Outlook outlook;
    for_each_bit(order.subsets()[slot], [&](int from) {
      const std::size_t i = *taken++;
      const Outlook stay = outlook_of_step((closing[i] & bit(from)) != 0, worth[slot]);
      outlook = outlook | landings[i].without(stay);
    });
    outlooks[slot] = outlook;
  }
}

GuideSteps::GuideSteps(const Surroundings& file, const Guide& guide)
    : guide_size_(guide.guide_block_size),
      steps_(file.reach.minor_anywhere || guide.by_placing
                 ? std::variant<Slides, Landings>(Landings(*file.order, guide))
                 : Slides(*file.order)) {}

void GuideSteps::find(const Surroundings& file, Mask major, const std::uint8_t* guide,
                      std::span<Outlook> outlooks) const {
  thread_local std::vector<std::uint8_t> worth;
  worth.resize(guide_size_);
  std::transform(guide, guide + worth.size(), worth.begin(), Outlook::worth_of_guide);
  const FreeBoard board(file, major);
  std::visit([&](const auto& steps) { steps.find(*file.order, board, worth, outlooks); }, steps_);
}

}  // namespace mill
