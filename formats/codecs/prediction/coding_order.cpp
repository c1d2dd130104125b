#include "formats/codecs/prediction/coding_order.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "base/error.h"

namespace mill {
namespace {

/// A neighbour in words: one minor stone moves down to the `target`-th highest of the points below
/// it that no minor stone holds (from 0). The stone is counted from the highest (0, 1, ...) or from
/// the lowest (-1, -2, ...).
struct Neighbour {
  int stone, target;
};

// In the order of FORMAT.md; value_model.h relies on it.
constexpr std::array<Neighbour, CodingOrder::kNeighbours> kRules = {{{0, 0},
                                                                     {0, 1},
                                                                     {0, 2},
                                                                     {1, 0},
                                                                     {1, 1},
                                                                     {1, 2},
                                                                     {2, 0},
                                                                     {2, 1},
                                                                     {3, 0},
                                                                     {3, 1},
                                                                     {4, 0},
                                                                     {5, 0},
                                                                     {-1, 0},
                                                                     {-1, 1},
                                                                     {-2, 0},
                                                                     {-2, 1},
                                                                     {-3, 0}}};

/// The `index`-th lowest element of a subset (from 0) as a mask; 0 if there are not so many.
Mask element(Mask subset, int index) {
  if (index < 0 || index >= count(subset)) return 0;
  for (int i = 0; i < index; ++i) subset &= subset - 1;
  return subset & -subset;
}

/// The subset with one element moved as the rule says; the empty set if that is not possible.
Mask moved(Mask subset, Neighbour rule) {
  const int index = rule.stone >= 0 ? count(subset) - 1 - rule.stone : -1 - rule.stone;
  const Mask stone = element(subset, index);
  if (stone == 0) return 0;
  const Mask below = ~subset & (stone - 1);
  const Mask target = element(below, count(below) - 1 - rule.target);
  return target == 0 ? 0 : (subset ^ stone) | target;
}

int sum_of_points(Mask subset) {
  int sum = 0;
  for_each_bit(subset, [&](int point) { sum += point; });
  return sum;
}

/// The order for these numbers that is in use, or else a new one.
std::shared_ptr<const CodingOrder> shared_coding_order(int free_points, int minor_stones) {
  static std::mutex mutex;
  static std::map<std::pair<int, int>, std::weak_ptr<const CodingOrder>> orders;
  const std::lock_guard lock(mutex);
  std::weak_ptr<const CodingOrder>& known = orders[{free_points, minor_stones}];
  auto order = known.lock();
  if (!order) {
    order = std::make_shared<const CodingOrder>(SubsetRank(free_points, minor_stones));
    known = order;
  }
  return order;
}

}  // namespace

CodingOrder::CodingOrder(SubsetRank minor)
    : ranks_(std::move(minor)), subsets_(ranks_.all()), slices_(slices_of(subsets_, ranks_.n())) {
  MILLSTONE_CHECK(size() <= kMostSlots);
  std::vector<std::pair<int, std::uint16_t>> order;
  for (std::uint32_t slot = 0; slot < size(); ++slot)
    order.emplace_back(sum_of_points(subsets_[slot]), static_cast<std::uint16_t>(slot));
  std::sort(order.begin(), order.end());
  steps_.resize(size());
  for (std::uint32_t turn = 0; turn < size(); ++turn) {
    const std::size_t begin = ends_.empty() ? 0 : ends_.back();
    if (turn - begin == kMostAtATime || order[turn].first != order[begin].first)
      ends_.push_back(static_cast<std::uint16_t>(turn));
    Step& step = steps_[turn];
    step.slot = order[turn].second;
    for (std::size_t i = 0; i < kNeighbours; ++i) {
      const Mask neighbour = moved(subsets_[step.slot], kRules[i]);
      step.neighbours[i] =
          static_cast<std::uint16_t>(neighbour == 0 ? size() : ranks_.rank(neighbour));
    }
  }
  ends_.push_back(static_cast<std::uint16_t>(size()));
}

std::vector<Slice> CodingOrder::slices_of(const std::vector<Mask>& subsets, int points) {
  const std::size_t numbers = (subsets.size() + kSliceSlots - 1) / kSliceSlots;
  std::vector<Slice> slices(numbers * static_cast<std::size_t>(points));
  for (std::size_t slot = 0; slot < subsets.size(); ++slot)
    for_each_bit(subsets[slot], [&](int point) {
      set_slot(slices[slot / kSliceSlots * static_cast<std::size_t>(points) +
                      static_cast<std::size_t>(point)],
               slot % kSliceSlots);
    });
  return slices;
}

SubspaceOrder::SubspaceOrder(const Board& board, const Subspace& subspace)
    : free_points_(board.points() - std::max(subspace.own, subspace.opponent)),
      major_stones_(std::max(subspace.own, subspace.opponent)),
      minor_stones_(std::min(subspace.own, subspace.opponent)) {}

const std::shared_ptr<const CodingOrder>& SubspaceOrder::get() const {
  std::call_once(once_, [this] { order_ = shared_coding_order(free_points_, minor_stones_); });
  return order_;
}

}  // namespace mill
