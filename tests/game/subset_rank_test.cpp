#include "game/subset_rank.h"

#include <gtest/gtest.h>

#include <random>

namespace mill {
namespace {

TEST(Bits, CountsOfTwoMasksAreThoseOfEach) {
  std::mt19937 random(3);
  for (int i = 0; i < 1000; ++i) {
    const auto first = static_cast<Mask>(random()), second = static_cast<Mask>(random());
    EXPECT_EQ(pair_count(first, second).first, count(first));
    EXPECT_EQ(pair_count(first, second).second, count(second));
  }
  EXPECT_EQ(pair_count(0, ~Mask{0}).first, 0);
  EXPECT_EQ(pair_count(0, ~Mask{0}).second, 32);
}

TEST(Bits, ReversedPutsTheLastBitFirst) {
  EXPECT_EQ(reversed(0b0011u, 4), 0b1100u);
  EXPECT_EQ(reversed(0b0011u, 2), 0b0011u);
  EXPECT_EQ(reversed(1u, 32), 0x8000'0000u);
  EXPECT_EQ(reversed(0u, 0), 0u);
}

TEST(Binomial, MatchesKnownNumbers) {
  EXPECT_EQ(binomial(0, 0), 1u);
  EXPECT_EQ(binomial(24, 9), 1307504u);
  EXPECT_EQ(binomial(32, 16), 601080390u);
  EXPECT_EQ(binomial(5, 6), 0u);
  EXPECT_EQ(binomial(5, -1), 0u);
}

TEST(Bits, CompressAndExpandUndoEachOther) {
  EXPECT_EQ(compress(0b1010'0110u, 0b1110'0010u), 0b1011u);
  EXPECT_EQ(expand(0b1011u, 0b1110'0010u), 0b1010'0010u);
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    const auto keep = static_cast<Mask>(random()), value = static_cast<Mask>(random());
    EXPECT_EQ(expand(compress(value, keep), keep), value & keep);
    EXPECT_EQ(compress(value, keep) & ~low_bits(count(keep)), 0u);
  }
  EXPECT_EQ(low_bits(0), 0u);
  EXPECT_EQ(low_bits(32), ~Mask{0});
}

constexpr PointOrder kPointOrders[] = {PointOrder::kFromFirst, PointOrder::kFromLast};

TEST(SubsetRank, IsABijectionForEveryNumberOfPointsAndElements) {
  for (const PointOrder order : kPointOrders)
    for (int n = 0; n <= 18; ++n)
      for (int k = 0; k <= n; ++k) {
        const SubsetRank ranks(n, k, order);
        ASSERT_EQ(ranks.size(), binomial(n, k));
        for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
          const Mask subset = ranks.unrank(rank);
          ASSERT_EQ(count(subset), k);
          ASSERT_EQ(subset & ~low_bits(n), 0u);
          ASSERT_EQ(ranks.rank(subset), rank) << n << " points, " << k << " elements";
        }
      }
}

TEST(SubsetRank, HoldsOnLargeSetsToo) {
  std::mt19937 random(2);
  for (const PointOrder order : kPointOrders)
    for (int n = 19; n <= 32; ++n)
      for (int k = 0; k <= n; k += 3) {
        const SubsetRank ranks(n, k, order);
        for (int i = 0; i < 200; ++i) {
          const auto rank = static_cast<std::uint32_t>(random() % ranks.size());
          ASSERT_EQ(ranks.rank(ranks.unrank(rank)), rank) << n << " points, " << k << " elements";
        }
        ASSERT_EQ(ranks.rank(ranks.unrank(ranks.size() - 1)), ranks.size() - 1);
      }
}

TEST(SubsetRank, FollowsColexicographicOrder) {
  const SubsetRank ranks(24, 5);
  const std::vector<Mask> all = ranks.all();
  ASSERT_EQ(all.size(), ranks.size());
  for (std::size_t rank = 1; rank < all.size(); ++rank)
    ASSERT_LT(all[rank - 1], all[rank]) << "colexicographic order is the order of the masks";
}

TEST(SubsetRank, CountsPointsFromEitherEnd) {
  for (int n = 0; n <= 17; ++n)
    for (int k = 0; k <= n; ++k) {
      const std::vector<Mask> from_first = SubsetRank(n, k).all();
      const std::vector<Mask> from_last = SubsetRank(n, k, PointOrder::kFromLast).all();
      ASSERT_EQ(from_first.size(), binomial(n, k));
      ASSERT_EQ(from_last.size(), from_first.size());
      for (std::size_t rank = 0; rank < from_first.size(); ++rank)
        ASSERT_EQ(from_last[rank], reversed(from_first[rank], n));
    }
}

}  // namespace
}  // namespace mill
