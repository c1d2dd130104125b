#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace mill {
namespace {

TEST(Parallel, VisitsEveryIndexOnce) {
  for (const std::uint32_t count : {0u, 1u, 2u, 1000u}) {
    std::vector<int> visits(count);
    for_each_index(count, [&](std::uint32_t index) { ++visits[index]; });
    EXPECT_EQ(visits, std::vector<int>(count, 1));
  }
}

TEST(Parallel, RangesMakeUpTheWholeAndAreNotSplitBelowTheirGrain) {
  constexpr std::uint64_t kCount = 1000, kGrain = 64;
  std::vector<int> visits(kCount);
  std::atomic<std::uint64_t> shortest = kCount;
  for_each_range(kCount, kGrain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t index = begin; index < end; ++index) ++visits[index];
    if (end - begin < shortest) shortest = end - begin;
  });
  EXPECT_EQ(visits, std::vector<int>(kCount, 1));
  EXPECT_GE(shortest, kGrain / 2);
}

TEST(Parallel, WhatABodyThrowsComesOut) {
  const auto body = [](int index) {
    if (index == 77) throw std::runtime_error("seventy-seven");
  };
  EXPECT_THROW(for_each_index(100, body), std::runtime_error);
}

/// The thread sanitizer finds fault with this if it is not told the order of loops.
TEST(Parallel, LoopsSeeWhatLoopsBeforeThemWrote) {
  constexpr std::uint32_t kCount = 4096;
  std::vector<std::uint32_t> from(kCount), to(kCount);
  for (std::uint32_t round = 0; round < 20; ++round) {
    for_each_index(kCount, [&](std::uint32_t i) { to[i] = from[kCount - 1 - i] + 1; });
    from.swap(to);
  }
  EXPECT_EQ(from, std::vector<std::uint32_t>(kCount, 20));
}

}  // namespace
}  // namespace mill
