#include "builder/verifier/table_memory.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/test_results.h"

namespace mill::verifier {
namespace {

constexpr std::size_t kMost = std::size_t{1} << 20;

TEST(TableMemory, TablesUseTheMemoryOfThoseBefore) {
  TableMemory memory(kMost);
  const std::uint8_t* first = nullptr;
  {
    auto table = memory.take(kMost);
    ASSERT_TRUE(succeeds(table));
    first = table->data();
    auto other = memory.take(1);
    ASSERT_TRUE(succeeds(other));
    EXPECT_NE(other->data(), first);
    other->data()[0] = 1;
    *other = {};
  }
  auto table = memory.take(1);
  ASSERT_TRUE(succeeds(table));
  EXPECT_EQ(table->data(), first) << "what was given back last";
}

TEST(TableMemory, WhatIsNotKeptIsGivenBackToTheSystem) {
  TableMemory memory(kMost);
  const std::size_t kept = up_to_page(kMost / 4 + 1);
  {
    auto table = memory.take(kMost);
    ASSERT_TRUE(succeeds(table));
    std::fill_n(table->data(), kMost, std::uint8_t{1});
  }
  memory.keep(1, kMost / 4 + 1);
  {
    auto table = memory.take(kMost);
    ASSERT_TRUE(succeeds(table));
    EXPECT_EQ(std::count(table->data(), table->data() + kMost, 1),
              static_cast<std::ptrdiff_t>(kept));
    std::fill_n(table->data(), kMost, std::uint8_t{1});
  }
  memory.keep(0, 0);
  auto table = memory.take(kMost);
  ASSERT_TRUE(succeeds(table));
  EXPECT_EQ(std::count(table->data(), table->data() + kMost, 1), 0);
}

}  // namespace
}  // namespace mill::verifier
