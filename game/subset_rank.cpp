#include "game/subset_rank.h"

#include <array>
#include <utility>

#include "base/error.h"

namespace mill {
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

SubsetRank::SubsetRank(int n, int k, PointOrder order)
    : n_(n),
      k_(k),
      low_points_((n + 1) / 2),
      order_(order),
      low_mask_(low_bits(low_points_)),
      size_(static_cast<std::uint32_t>(binomial(n, k))) {
  MILLSTONE_CHECK(0 <= k && k <= n && n <= 32);
  low_.resize(std::size_t{1} << low_points_);
  high_.resize(std::size_t{1} << (n - low_points_));
  const bool from_first = order == PointOrder::kFromFirst;
  const auto contribution = [&](Mask half, bool inner) -> std::uint32_t {
    const int others = k - count(half);  // the elements in the other half
    if (others < 0) return 0;            // no subset of k elements has this half
    return colex(from_first ? half : reversed(half, n), inner ? 1 : others + 1);
  };
  for (Mask low = 0; low < low_.size(); ++low) low_[low] = contribution(low, from_first);
  for (Mask high = 0; high < high_.size(); ++high)
    high_[high] = contribution(static_cast<Mask>(std::uint64_t{high} << low_points_), !from_first);
}

SubsetRank::Halves SubsetRank::halves_in_order() const {
  const bool from_first = order_ == PointOrder::kFromFirst;
  const auto in_order = [&](int points, int shift) {
    std::vector<Mask> halves;
    for (std::uint64_t number = 0; number < std::uint64_t{1} << points; ++number) {
      const auto half = static_cast<Mask>(number);
      halves.push_back((from_first ? half : reversed(half, points)) << shift);
    }
    return halves;
  };
  std::vector<Mask> inner = in_order(low_points_, 0);
  std::vector<Mask> outer = in_order(n_ - low_points_, low_points_);
  if (!from_first) std::swap(inner, outer);

  Halves halves;
  halves.inner.resize(static_cast<std::size_t>(k_) + 1);
  for (const Mask half : inner)
    if (count(half) <= k_) halves.inner[static_cast<std::size_t>(count(half))].push_back(half);
  for (const Mask half : outer)
    if (count(half) <= k_) halves.outer.push_back(half);
  return halves;
}

Mask SubsetRank::unrank(std::uint32_t rank) const {
  Mask subset = 0;
  std::uint64_t rest = rank;
  for (int point = n_ - 1, left = k_; left > 0; --point) {
    const std::uint64_t below = binomial(point, left);
    if (rest < below) continue;
    rest -= below;
    subset |= bit(order_ == PointOrder::kFromFirst ? point : n_ - 1 - point);
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

}  // namespace mill
