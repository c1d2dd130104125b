#include "builder/verifier/major_steps.h"

namespace mill::verifier {
namespace {

/// What a map of points does that keeps their order.
struct OrderedImage {
  bool is_ordered = true;
  int missed = 0;  // the place that no point has; if none is missed, the one behind the last
};

OrderedImage ordered_image(const IndexMap& image, int gap, int points) {
  OrderedImage result;
  int next = 0;
  bool has_missed = false;
  for (int index = 0; index < points && result.is_ordered; ++index) {
    if (index == gap) continue;
    if (!has_missed && image[index] == next + 1) {
      result.missed = next++;
      has_missed = true;
    }
    result.is_ordered = image[index] == next++;
  }
  if (!has_missed) result.missed = next;
  return result;
}

}  // namespace

MajorSteps::MajorSteps(const SubsetCatalog& here, const SubsetCatalog& there)
    : here_(here),
      there_(there),
      halves_(here.ranks()),
      lists_here_(lists_without(here)),
      other_lists_there_(&here == &there ? std::vector<RankList>() : lists_without(there)),
      lists_there_(&here == &there ? lists_here_ : other_lists_there_) {}

template <typename Worth>
void MajorSteps::raise(int gap, const IndexMap& image, RankMap& scratch, const Worth* from,
                       Worth* worths) const {
  const OrderedImage ordered = ordered_image(image, gap, here_.points());
  if (ordered.is_ordered) return lists_here_[gap].raise(lists_there_[ordered.missed], from, worths);
  scratch.set(image);
  halves_.raise(gap, scratch, from, worths);
}

template void MajorSteps::raise(int, const IndexMap&, RankMap&, const OutcomeByte*,
                                OutcomeByte*) const;
template void MajorSteps::raise(int, const IndexMap&, RankMap&, const GradeWorth*,
                                GradeWorth*) const;

}  // namespace mill::verifier
