#include "builder/verifier/rank_map.h"

namespace mill::verifier {

void fill_unions(std::vector<Mask>& result, const Mask* points, int count) {
  Mask* all = result.data();
  all[0] = 0;
  for (int point = 0; point < count; ++point) {
    const std::size_t half = std::size_t{1} << point;
    const Mask here = points[point];
    for (std::size_t subset = 0; subset < half; ++subset) all[half + subset] = all[subset] | here;
  }
}

UnpackedSubsets::UnpackedSubsets(const FreePoints& free, int low_points)
    : low_points_(low_points),
      low_(std::size_t{1} << low_points),
      high_(std::size_t{1} << (free.count - low_points)) {
  std::array<Mask, kMaxPoints> points{};
  for (int index = 0; index < free.count; ++index) points[index] = bit(free.points[index]);
  fill_unions(low_, points.data(), low_points);
  fill_unions(high_, points.data() + low_points, free.count - low_points);
}

RankMap::RankMap(const SubsetRank& source, const SubsetRank& target)
    : source_points_(source.n()),
      source_low_points_(source.low_points()),
      target_low_points_(target.low_points()),
      target_low_(target.low().data()),
      target_high_(target.high().data()),
      low_(std::size_t{1} << source_low_points_),
      high_(std::size_t{1} << (source_points_ - source_low_points_)) {}

void RankMap::set(const IndexMap& image) {
  std::array<Image, kMaxPoints> points{};
  for (int index = 0; index < source_points_; ++index) {
    const int target = image[index];
    if (target < 0) continue;
    points[index] =
        target < target_low_points_ ? bit(target) : bit(16 + target - target_low_points_);
  }
  fill_unions(low_, points.data(), source_low_points_);
  fill_unions(high_, points.data() + source_low_points_, source_points_ - source_low_points_);
}

}  // namespace mill::verifier
