#include "builder/verifier/step_lists.h"

namespace mill::verifier {
namespace {

RankBits without(const SubsetCatalog& subsets, int point, RankBits bits) {
  subtract(bits, subsets.with(point));
  return bits;
}

}  // namespace

StepLists::StepLists(const SubsetCatalog& subsets) : points_(subsets.points()) {
  lists_.reserve(static_cast<std::size_t>(points_) * points_);
  for (int point = 0; point < points_; ++point)
    for (int other = 0; other < points_; ++other)
      lists_.emplace_back(without(subsets, other, subsets.with(point)));
}

TakeLists::TakeLists(const SubsetCatalog& subsets, const SubsetCatalog& smaller)
    : after_(lists_without(smaller)) {
  before_.reserve(static_cast<std::size_t>(subsets.points()));
  for (int point = 0; point < subsets.points(); ++point) before_.emplace_back(subsets.with(point));
}

std::vector<RankList> lists_without(const SubsetCatalog& subsets) {
  std::vector<RankList> lists;
  lists.reserve(static_cast<std::size_t>(subsets.points()) + 1);
  for (int point = 0; point < subsets.points(); ++point)
    lists.emplace_back(without(subsets, point, subsets.all()));
  lists.emplace_back(subsets.all());
  return lists;
}

}  // namespace mill::verifier
