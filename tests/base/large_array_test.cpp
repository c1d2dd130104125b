#include "base/large_array.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace mill {
namespace {

TEST(LargeArray, BeginsAtZeroAndIsClearedToZero) {
  for (const std::size_t size : {1, 511, 1000, 3'000'000}) {
    LargeArray<std::uint64_t> array(size);
    ASSERT_TRUE(array.valid());
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_EQ(array[i], 0U) << "element " << i << " of " << size << ", round " << round;
        array[i] = i + 1;
      }
      array.clear();
    }
  }
}

TEST(LargeArray, HasNothingToClearWhenEmpty) {
  LargeArray<int> array;
  array.clear();
  EXPECT_EQ(array.size(), 0U);
}

}  // namespace
}  // namespace mill
