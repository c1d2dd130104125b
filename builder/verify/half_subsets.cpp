#include "builder/verify/half_subsets.h"

#include <algorithm>

namespace millstone::verifier {

HalfSubsets::HalfSubsets(const SubsetRank& ranks)
    : low_points_(ranks.low_points()),
      high_points_(ranks.n() - low_points_),
      elements_(ranks.k()),
      high_ranks_(ranks.high()),
      all_(low_halves(ranks, 0)) {
  for (int point = 0; point < low_points_; ++point)
    without_.push_back(low_halves(ranks, bit(point)));
}

std::vector<HalfSubsets::LowHalves> HalfSubsets::low_halves(const SubsetRank& ranks,
                                                            Mask without) {
  std::vector<LowHalves> result(ranks.low_points() + 1);
  for (Mask low = 0; low < ranks.low().size(); ++low)
    if (!(low & without))
      result[count(low)].push_back({static_cast<std::uint16_t>(low),
                                    static_cast<std::uint16_t>(ranks.low()[low])});
  for (LowHalves& halves : result)
    std::sort(halves.begin(), halves.end(),
              [](const LowHalf& a, const LowHalf& b) { return a.offset < b.offset; });
  return result;
}

void HalfSubsets::raise(int gap, const RankMap& map, const Key* from, Key* keys) const {
  const std::vector<LowHalves>& halves = gap < low_points_ ? without_[gap] : all_;
  const Mask high_gap = gap < low_points_ ? 0 : bit(gap - low_points_);
  const RankMap::Image* low_images = map.low();
  const std::uint32_t* low_ranks = map.low_ranks();
  const std::uint32_t* high_ranks = map.high_ranks();
  for (Mask high = 0; high < bit(high_points_); ++high) {
    const int left = elements_ - count(high);
    if (left < 0 || left > low_points_ || (high & high_gap)) continue;
    const RankMap::Image high_image = map.high()[high];
    Key* stretch = keys + high_ranks_[high];
    for (const LowHalf low : halves[left]) {
      const RankMap::Image image = high_image | low_images[low.mask];
      const Key key = from[RankMap::rank(image, low_ranks, high_ranks)];
      stretch[low.offset] = std::max(stretch[low.offset], key);
    }
  }
}

}  // namespace millstone::verifier
