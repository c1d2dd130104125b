#include "game/subset_rank.h"

#include <array>

#include "game/error.h"

namespace millstone {
namespace {

using Triangle = std::array<std::array<std::uint64_t, 33>, 33>;

constexpr Triangle make_triangle() {
  Triangle triangle{};
  for (std::size_t n = 0; n <= 32; ++n) {
    triangle[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k)
      triangle[n][k] = triangle[n - 1][k - 1] + triangle[n - 1][k];
  }
  return triangle;
}
constexpr Triangle kTriangle = make_triangle();

/// Colexicographic rank of `subset` when its lowest element is the `first`-th (from 1).
std::uint32_t colex(Mask subset, int first) {
  std::uint64_t rank = 0;
  for_each_bit(subset, [&](int point) { rank += binomial(point, first++); });
  return static_cast<std::uint32_t>(rank);
}

}  // namespace

std::uint64_t binomial(int n, int k) {
  if (k < 0 || k > n) return 0;
  return kTriangle[n][k];
}

SubsetRank::SubsetRank(int n, int k)
    : n_(n),
      k_(k),
      low_points_((n + 1) / 2),
      low_mask_(low_bits(low_points_)),
      size_(static_cast<std::uint32_t>(binomial(n, k))) {
  MILLSTONE_CHECK(0 <= k && k <= n && n <= 32);
  const int high_points = n - low_points_;
  low_.resize(std::size_t{1} << low_points_);
  high_.resize(std::size_t{1} << high_points);
  for (Mask low = 0; low < low_.size(); ++low) low_[low] = colex(low, 1);
  for (Mask high = 0; high < high_.size(); ++high) {
    const int below = k - count(high);
    if (below < 0) continue;  // no subset of k elements has this half
    high_[high] = static_cast<std::uint32_t>(
        colex(static_cast<Mask>(std::uint64_t{high} << low_points_), below + 1));
  }
}

Mask SubsetRank::unrank(std::uint32_t rank) const {
  Mask subset = 0;
  std::uint64_t rest = rank;
  for (int point = n_ - 1, left = k_; left > 0; --point) {
    const std::uint64_t below = binomial(point, left);
    if (rest < below) continue;
    rest -= below;
    subset |= bit(point);
    --left;
  }
  return subset;
}

std::vector<Mask> SubsetRank::all() const {
  std::vector<Mask> subsets;
  subsets.reserve(size_);
  for_each([&](Mask subset) { subsets.push_back(subset); });
  return subsets;
}

}  // namespace millstone
