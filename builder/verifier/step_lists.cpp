#include "builder/verifier/step_lists.h"

#include <algorithm>

namespace mill::verifier {

StepLists::StepLists(const SubsetCatalog& subsets)
    : points_(subsets.points()), lists_(static_cast<std::size_t>(points_) * points_) {
  const std::vector<Mask>& masks = subsets.masks();
  for (std::uint32_t rank = 0; rank < subsets.size(); ++rank) {
    const Mask empty = low_bits(points_) & ~masks[rank];
    for_each_bit(masks[rank], [&](int first) {
      for_each_bit(empty & ~low_bits(first), [&](int second) {
        const Mask moved = masks[rank] ^ bit(first) ^ bit(second);
        lists_[list_of(first, second)].push_back({rank, subsets.ranks().rank(moved)});
      });
    });
  }
}

void StepLists::raise(int from_point, int to_point, const OutcomeByte* from,
                      OutcomeByte* outcomes) const {
  if (from_point < to_point) {
    for (const Step step : lists_[list_of(from_point, to_point)])
      outcomes[step.with_first] = std::max(outcomes[step.with_first], from[step.with_second]);
  } else {
    for (const Step step : lists_[list_of(to_point, from_point)])
      outcomes[step.with_second] = std::max(outcomes[step.with_second], from[step.with_first]);
  }
}

TakeLists::TakeLists(const SubsetCatalog& subsets, const SubsetCatalog& smaller)
    : lists_(subsets.points()) {
  for (std::uint32_t rank = 0; rank < subsets.size(); ++rank) {
    const Mask stones = subsets.masks()[rank];
    for_each_bit(stones, [&](int point) {
      lists_[point].push_back({rank, smaller.ranks().rank(stones ^ bit(point))});
    });
  }
}

void TakeLists::raise(int point, const OutcomeByte* from, OutcomeByte* outcomes) const {
  for (const Take take : lists_[point])
    outcomes[take.before] = std::max(outcomes[take.before], from[take.after]);
}

void TakeLists::raise_smaller(int point, const OutcomeByte* from, OutcomeByte* outcomes) const {
  for (const Take take : lists_[point])
    outcomes[take.after] = std::max(outcomes[take.after], from[take.before]);
}

}  // namespace mill::verifier
