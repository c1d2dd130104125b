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

template <typename Worth>
void StepLists::raise(int from_point, int to_point, const Worth* from, Worth* worths) const {
  if (from_point < to_point) {
    for (const Step step : lists_[list_of(from_point, to_point)])
      worths[step.with_first] = std::max(worths[step.with_first], from[step.with_second]);
  } else {
    for (const Step step : lists_[list_of(to_point, from_point)])
      worths[step.with_second] = std::max(worths[step.with_second], from[step.with_first]);
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

template <typename Worth>
void TakeLists::raise(int point, const Worth* from, Worth* worths) const {
  for (const Take take : lists_[point])
    worths[take.before] = std::max(worths[take.before], from[take.after]);
}

template <typename Worth>
void TakeLists::raise_smaller(int point, const Worth* from, Worth* worths) const {
  for (const Take take : lists_[point])
    worths[take.after] = std::max(worths[take.after], from[take.before]);
}

template void StepLists::raise(int, int, const OutcomeByte*, OutcomeByte*) const;
template void StepLists::raise(int, int, const GradeWorth*, GradeWorth*) const;
template void TakeLists::raise(int, const OutcomeByte*, OutcomeByte*) const;
template void TakeLists::raise(int, const GradeWorth*, GradeWorth*) const;
template void TakeLists::raise_smaller(int, const OutcomeByte*, OutcomeByte*) const;
template void TakeLists::raise_smaller(int, const GradeWorth*, GradeWorth*) const;

}  // namespace mill::verifier
