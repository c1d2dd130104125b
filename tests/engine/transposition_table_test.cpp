#include "engine/search/transposition_table.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "engine/search/search_worker.h"

namespace mill {
namespace {

constexpr Action kSlide{Action::Kind::kMove, 31, 0};

TEST(TranspositionTable, GivesBackWhatWasStored) {
  TranspositionTable table(1 << 16);
  EXPECT_FALSE(table.find(17).has_value());
  table.store(17, {-29998, 100, Bound::kUpper, kSlide});
  const auto entry = table.find(17);
  ASSERT_TRUE(entry.has_value());
  EXPECT_EQ(entry->score, -29998);
  EXPECT_EQ(entry->depth, 100);
  EXPECT_EQ(entry->bound, Bound::kUpper);
  EXPECT_EQ(entry->best, kSlide);
  table.store(17, {5, 1, Bound::kExact, std::nullopt});
  EXPECT_EQ(table.find(17)->score, 5);
  EXPECT_FALSE(table.find(17)->best.has_value());
  table.clear();
  EXPECT_FALSE(table.find(17).has_value());
}

TEST(TranspositionTable, ComparesTheWholeKey) {
  TranspositionTable table(64);  // one bucket: all keys meet there
  table.store(1, {1, 1, Bound::kExact, kSlide});
  for (int shift = 0; shift < 64; ++shift)
    EXPECT_FALSE(table.find(1 ^ std::uint64_t{1} << shift).has_value()) << shift;
}

TEST(TranspositionTable, KeepsDeepEntriesOfThisSearch) {
  TranspositionTable table(64);
  for (int key = 1; key <= 4; ++key)
    table.store(static_cast<std::uint64_t>(key), {key, 10 + key, Bound::kExact, kSlide});
  table.store(5, {5, 1, Bound::kExact, kSlide});
  EXPECT_FALSE(table.find(1).has_value());  // the shallowest gave way
  EXPECT_TRUE(table.find(4).has_value());
  table.age();
  table.store(6, {6, 1, Bound::kExact, kSlide});
  EXPECT_TRUE(table.find(6).has_value());
  EXPECT_FALSE(table.find(5).has_value());
}

TEST(TranspositionTable, CountsWhatThisSearchUses) {
  TranspositionTable table(1 << 16);
  EXPECT_EQ(table.used_permille(), 0);
  std::mt19937_64 random(3);
  for (int i = 0; i < 100000; ++i) table.store(random(), {1, 1, Bound::kExact, kSlide});
  EXPECT_GT(table.used_permille(), 990);
  table.age();
  EXPECT_EQ(table.used_permille(), 0);
}

TEST(TranspositionTable, NeverMixesEntriesOfTwoThreads) {
  TranspositionTable table(64);
  const auto write_and_read = [&table](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (int i = 0; i < 200000; ++i) {
      const std::uint64_t key = random() % 8 << 40 | 1;
      const int mark = static_cast<int>(key >> 40);
      table.store(key, {mark, mark, Bound::kLower,
                        Action{Action::Kind::kPlace, -1, static_cast<std::int8_t>(mark)}});
      const auto entry = table.find(key);
      if (entry) {
        ASSERT_EQ(entry->score, mark);
        ASSERT_EQ(entry->best->to, mark);
      }
    }
  };
  std::jthread other(write_and_read, 1);
  write_and_read(2);
}

TEST(TranspositionTable, DecidedScoresCountFromTheirPosition) {
  for (const Score score : {mate_in(7), mated_in(8), kKnownWin, -kKnownWin, 123, 0}) {
    EXPECT_EQ(from_table(to_table(score, 5), 5), score);
  }
  EXPECT_EQ(to_table(mate_in(7), 4), mate_in(3));
  EXPECT_EQ(from_table(mated_in(2), 4), mated_in(6));
  EXPECT_EQ(to_table(-250, 4), -250);
}

}  // namespace
}  // namespace mill
