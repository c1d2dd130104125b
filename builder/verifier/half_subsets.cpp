#include "builder/verifier/half_subsets.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace mill::verifier {
namespace {

constexpr int kMostLowPoints = kMaxPoints / 2;
constexpr std::size_t kMostLowHalves = std::size_t{1} << kMostLowPoints;

}  // namespace

HalfSubsets::HalfSubsets(const SubsetRank& ranks) : low_points_(ranks.low_points()) {
  for (int point = 0; point < low_points_; ++point)
    halves_.push_back(low_halves(ranks, bit(point)));
  halves_.push_back(low_halves(ranks, 0));
  for (Mask high = 0; high < ranks.high().size(); ++high) {
    const int left = ranks.k() - count(high);
    if (0 <= left && left <= low_points_) high_halves_.push_back({high, ranks.high()[high], left});
  }
}

std::vector<HalfSubsets::LowHalves> HalfSubsets::low_halves(const SubsetRank& ranks, Mask without) {
  std::vector<Mask> all(ranks.low().size());
  std::iota(all.begin(), all.end(), Mask{0});
  std::sort(all.begin(), all.end(),
            [&](Mask a, Mask b) { return ranks.low()[a] < ranks.low()[b]; });
  std::vector<LowHalves> result(ranks.low_points() + 1);
  for (const Mask low : all) {
    if (low & without) continue;
    result[count(low)].masks.push_back(static_cast<std::uint16_t>(low));
    result[count(low)].offsets.push_back(static_cast<std::uint16_t>(ranks.low()[low]));
  }
  return result;
}

template <typename Worth>
void HalfSubsets::raise(int gap, const RankMap& map, const Worth* from, Worth* worths) const {
  const bool gap_is_low = gap < low_points_;
  const std::vector<LowHalves>& halves = halves_[gap_is_low ? gap : low_points_];
  const Mask high_gap = gap_is_low ? 0 : bit(gap - low_points_);
  const std::uint32_t* low_ranks = map.low_ranks();
  const std::uint32_t* high_ranks = map.high_ranks();
  // Images of the low halves, put in order once for all high halves that they go with.
  std::array<RankMap::Image, kMostLowHalves> room;
  std::array<const RankMap::Image*, kMostLowPoints + 1> images;
  RankMap::Image* next = room.data();
  for (int elements = 0; elements <= low_points_; ++elements) {
    images[elements] = next;
    for (const std::uint16_t mask : halves[elements].masks) *next++ = map.low()[mask];
  }
  for (const HighHalf& high : high_halves_) {
    if (high.mask & high_gap) continue;
    const RankMap::Image high_image = map.high()[high.mask];
    const RankMap::Image* low_images = images[high.left];
    const std::uint16_t* offsets = halves[high.left].offsets.data();
    const std::size_t size = halves[high.left].offsets.size();
    Worth* stretch = worths + high.rank;
    const auto worth_of = [&](std::size_t i) {
      return from[RankMap::rank(high_image | low_images[i], low_ranks, high_ranks)];
    };
    if (gap_is_low)
      for (std::size_t i = 0; i < size; ++i)
        stretch[offsets[i]] = std::max(stretch[offsets[i]], worth_of(i));
    else  // nothing is left out of the stretch
      for (std::size_t i = 0; i < size; ++i) stretch[i] = std::max(stretch[i], worth_of(i));
  }
}

template void HalfSubsets::raise(int, const RankMap&, const OutcomeByte*, OutcomeByte*) const;
template void HalfSubsets::raise(int, const RankMap&, const GradeWorth*, GradeWorth*) const;

}  // namespace mill::verifier
