#include "builder/verifier/half_subsets.h"

#include <algorithm>

namespace mill::verifier {

HalfSubsets::HalfSubsets(const SubsetRank& ranks)
    : low_points_(ranks.low_points()), all_(low_halves(ranks, 0)) {
  for (int point = 0; point < low_points_; ++point)
    without_.push_back(low_halves(ranks, bit(point)));
  for (Mask high = 0; high < ranks.high().size(); ++high) {
    const int left = ranks.k() - count(high);
    if (0 <= left && left <= low_points_) high_halves_.push_back({high, ranks.high()[high], left});
  }
}

std::vector<HalfSubsets::LowHalves> HalfSubsets::low_halves(const SubsetRank& ranks, Mask without) {
  std::vector<LowHalves> result(ranks.low_points() + 1);
  for (Mask low = 0; low < ranks.low().size(); ++low)
    if (!(low & without))
      result[count(low)].push_back(
          {static_cast<std::uint16_t>(low), static_cast<std::uint16_t>(ranks.low()[low])});
  for (LowHalves& halves : result)
    std::sort(halves.begin(), halves.end(),
              [](const LowHalf& a, const LowHalf& b) { return a.offset < b.offset; });
  return result;
}

template <typename Worth>
void HalfSubsets::raise(int gap, const RankMap& map, const Worth* from, Worth* worths) const {
  const std::vector<LowHalves>& halves = gap < low_points_ ? without_[gap] : all_;
  const Mask high_gap = gap < low_points_ ? 0 : bit(gap - low_points_);
  const RankMap::Image* low_images = map.low();
  const std::uint32_t* low_ranks = map.low_ranks();
  const std::uint32_t* high_ranks = map.high_ranks();
  for (const HighHalf& high : high_halves_) {
    if (high.mask & high_gap) continue;
    const RankMap::Image high_image = map.high()[high.mask];
    Worth* stretch = worths + high.rank;
    for (const LowHalf low : halves[high.left]) {
      const RankMap::Image image = high_image | low_images[low.mask];
      const Worth worth = from[RankMap::rank(image, low_ranks, high_ranks)];
      stretch[low.offset] = std::max(stretch[low.offset], worth);
    }
  }
}

template void HalfSubsets::raise(int, const RankMap&, const OutcomeByte*, OutcomeByte*) const;
template void HalfSubsets::raise(int, const RankMap&, const GradeWorth*, GradeWorth*) const;

}  // namespace mill::verifier
