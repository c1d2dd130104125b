// Steps of stones as the verifier carries whole blocks along them, set by set.

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "builder/verifier/major_steps.h"

namespace mill::verifier {
namespace {

class VerifierSteps : public testing::Test {
 protected:
  std::vector<OutcomeByte> random_worths(std::size_t count) {
    std::vector<OutcomeByte> worths(count);
    for (OutcomeByte& worth : worths) worth = static_cast<OutcomeByte>(random_() % 256);
    return worths;
  }

  /// Calls visit(n, k) for all sets with more than one point.
  template <typename Visit>
  void for_each_size(const Visit& visit) {
    for (int n = 2; n <= 10; ++n)
      for (int k = 1; k < n; ++k) visit(n, k);
  }

  std::mt19937_64 random_{1};
};

/// What `worths` becomes when each set for which `applies` holds is raised to that of its image.
template <typename Applies, typename ImageOf>
std::vector<OutcomeByte> raised(const SubsetRank& here, const SubsetRank& there,
                                const std::vector<OutcomeByte>& from,
                                std::vector<OutcomeByte> worths, const Applies& applies,
                                const ImageOf& image_of) {
  for (std::uint32_t rank = 0; rank < here.size(); ++rank) {
    const Mask set = here.unrank(rank);
    if (!applies(set)) continue;
    worths[rank] = std::max(worths[rank], from[there.rank(image_of(set))]);
  }
  return worths;
}

TEST_F(VerifierSteps, OfAStoneInsideABlock) {
  for_each_size([&](int n, int k) {
    const SubsetCatalog subsets(SubsetRank(n, k));
    const StepLists steps(subsets);
    const auto from = random_worths(subsets.size()), before = random_worths(subsets.size());
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b) {
        if (a == b) continue;
        auto worths = before;
        steps.raise(a, b, from.data(), worths.data());
        const auto expected = raised(
            subsets.ranks(), subsets.ranks(), from, before,
            [&](Mask set) { return (set & bit(a)) && !(set & bit(b)); },
            [&](Mask set) { return set ^ bit(a) ^ bit(b); });
        EXPECT_EQ(worths, expected) << k << " of " << n << ": " << a << " to " << b;
      }
  });
}

TEST_F(VerifierSteps, OfAStoneThatIsTakenOrPlaced) {
  for_each_size([&](int n, int k) {
    const SubsetCatalog subsets(SubsetRank(n, k));
    const SubsetCatalog smaller(SubsetRank(n, k - 1));
    const TakeLists takes(subsets, smaller);
    const auto large = random_worths(subsets.size()), small = random_worths(smaller.size());
    for (int point = 0; point < n; ++point) {
      const auto flip = [&](Mask set) { return set ^ bit(point); };
      auto worths = large;
      takes.raise(point, small.data(), worths.data());
      EXPECT_EQ(worths, raised(
                            subsets.ranks(), smaller.ranks(), small, large,
                            [&](Mask set) { return (set & bit(point)) != 0; }, flip))
          << k << " of " << n << " without " << point;
      worths = small;
      takes.raise_smaller(point, large.data(), worths.data());
      EXPECT_EQ(worths, raised(
                            smaller.ranks(), subsets.ranks(), large, small,
                            [&](Mask set) { return (set & bit(point)) == 0; }, flip))
          << k << " of " << n << " with " << point;
    }
  });
}

/// Images in order, which are carried list by list, and others, by ranks that are looked up.
TEST_F(VerifierSteps, OfAStoneFromBlockToBlock) {
  int ordered = 0, others = 0;
  const auto check = [&](int n, int k, int points_there) {
    const SubsetCatalog here(SubsetRank(n, k));
    const SubsetCatalog there(SubsetRank(points_there, k));
    const MajorSteps steps(here, there);
    RankMap scratch = steps.scratch();
    const auto from = random_worths(there.size()), before = random_worths(here.size());
    for (int i = 0; i < 3 * n; ++i) {
      const int gap = i % n;
      std::vector<int> places(static_cast<std::size_t>(points_there));
      std::iota(places.begin(), places.end(), 0);
      if (points_there == n) places.erase(places.begin() + static_cast<int>(random_() % n));
      if (i >= n) std::shuffle(places.begin(), places.end(), random_);
      ++(std::ranges::is_sorted(places) ? ordered : others);
      IndexMap image;
      image.fill(-1);
      for (int index = 0, next = 0; index < n; ++index)
        if (index != gap) image[index] = places[static_cast<std::size_t>(next++)];
      auto worths = before;
      steps.raise(gap, image, scratch, from.data(), worths.data());
      const auto image_of = [&](Mask set) {
        Mask mapped = 0;
        for_each_bit(set, [&](int index) { mapped |= bit(image[index]); });
        return mapped;
      };
      EXPECT_EQ(worths, raised(
                            here.ranks(), there.ranks(), from, before,
                            [&](Mask set) { return (set & bit(gap)) == 0; }, image_of))
          << k << " of " << n << ", " << points_there << " there, gap " << gap;
    }
  };
  for_each_size([&](int n, int k) {
    check(n, k, n);
    check(n, k, n - 1);
  });
  EXPECT_GT(ordered, 100);
  EXPECT_GT(others, 100);
}

}  // namespace
}  // namespace mill::verifier
