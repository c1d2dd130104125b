#include "formats/coding_order.h"

#include <algorithm>
#include <utility>

#include "game/error.h"

namespace millstone {
namespace {

/// A neighbour in words: the `stone`-th lowest minor stone (from 1) moves down to the `target`-th
/// highest of the free points below it (from 1).
struct Rule {
  int stone, target;
};

/// By measurement: what a greedy search takes first on large subspaces, best first.
std::array<Rule, CodingOrder::kNeighbours> rules_for(int stones) {
  const int middle = stones / 2;
  return {
      {{stones, 1}, {stones, 2}, {stones - 1, 1}, {middle, 1}, {middle + 1, 1}, {1, 1}, {2, 1}}};
}

int sum_of_points(Mask subset) {
  int sum = 0;
  for_each_bit(subset, [&](int point) { sum += point; });
  return sum;
}

/// The subset after such a move; 0 if there is no such stone or point.
Mask moved_down(Mask subset, Rule rule) {
  if (rule.stone < 1 || rule.stone > count(subset)) return 0;
  Mask stone = subset;
  for (int i = 1; i < rule.stone; ++i) stone &= stone - 1;
  stone &= -stone;
  Mask below = ~subset & (stone - 1);
  for (int i = 1; i < rule.target && below; ++i) below &= ~std::bit_floor(below);
  return below ? (subset ^ stone) | std::bit_floor(below) : 0;
}

}  // namespace

CodingOrder::CodingOrder(const SubsetRank& minor) {
  MILLSTONE_CHECK(fits(minor.size()));
  std::vector<std::pair<int, std::uint16_t>> order;
  const std::vector<Mask> subsets = minor.all();
  for (std::uint32_t slot = 0; slot < minor.size(); ++slot)
    order.emplace_back(sum_of_points(subsets[slot]), static_cast<std::uint16_t>(slot));
  std::sort(order.begin(), order.end());

  const auto rules = rules_for(minor.k());
  steps_.reserve(order.size());
  for (const auto& [sum, slot] : order) {
    Step step{{}, slot};
    for (int i = 0; i < kNeighbours; ++i) {
      const Mask neighbour = moved_down(subsets[slot], rules[i]);
      step.neighbours[i] =
          static_cast<std::uint16_t>(neighbour ? minor.rank(neighbour) : minor.size());
    }
    steps_.push_back(step);
  }
}

}  // namespace millstone
