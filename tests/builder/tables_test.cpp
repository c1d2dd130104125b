#include <gtest/gtest.h>

#include <numeric>

#include "builder/blocks/block_geometry.h"
#include "builder/blocks/level_bitmaps.h"
#include "builder/solver/outcome_table.h"

namespace mill {
namespace {

std::shared_ptr<const BlockGeometry> geometry_of(const Subspace& subspace) {
  const Variant variant = find_variant("nine-mens-morris").value();
  return std::make_shared<const BlockGeometry>(Numbering::make(variant, subspace));
}

TEST(ByteArrayPool, HandsOutWhatWasGivenBack) {
  ByteArrayPool pool;
  ByteArray array = pool.take(5000);
  ASSERT_TRUE(array.valid());
  const std::uint8_t* memory = array.data();
  pool.give(std::move(array));
  EXPECT_EQ(pool.take(4000).data(), memory);
}

TEST(ByteArrayPool, DoesNotWasteALargeArrayOnASmallOne) {
  ByteArrayPool pool;
  ByteArray large = pool.take(1 << 20);
  const std::uint8_t* memory = large.data();
  pool.give(std::move(large));
  EXPECT_NE(pool.take(1000).data(), memory);
}

TEST(ByteArrayPool, KeepsNothingAboveItsLimit) {
  ByteArrayPool pool;
  pool.limit(0);
  ByteArray array = pool.take(1 << 20);
  array.data()[7] = 1;
  pool.give(std::move(array));
  EXPECT_EQ(pool.take(1 << 20).data()[7], 0) << "a fresh array is zero";
}

TEST(ByteArrayPool, HoldsNoMoreThanWasInUseAtATime) {
  ByteArrayPool pool;
  ByteArray small = pool.take(1 << 20);
  small.data()[7] = 1;
  pool.give(std::move(small));
  const ByteArray large = pool.take(1 << 22);
  EXPECT_EQ(pool.take(1 << 20).data()[7], 0) << "it made room for the large one";
}

TEST(ByteArrayPool, HandsOutNoMoreThanAskedForWhereMemoryIsPromised) {
  ByteArrayPool pool(true);
  pool.give(pool.take(1 << 20));
  EXPECT_EQ(pool.take((1 << 19) + 5).size(), (1u << 19) + 4096);
}

TEST(BlockGeometry, BitmapsSayWhichSubsetsContainAPoint) {
  const auto geometry = geometry_of({4, 3});
  for (int index = 0; index < geometry->free_count(); ++index)
    for (std::uint32_t rank = 0; rank < geometry->stride(); ++rank) {
      const bool in_bitmap = geometry->has(index)[rank / kGroupSize] >> rank % kGroupSize & 1;
      EXPECT_EQ(in_bitmap, rank < geometry->size() && (geometry->masks()[rank] >> index & 1));
    }
}

TEST(BlockGeometry, OnlyRanksOfTheBlockExist) {
  const auto geometry = geometry_of({4, 3});
  std::uint32_t existing = 0;
  for (std::uint32_t group = 0; group < geometry->groups(); ++group)
    existing += static_cast<std::uint32_t>(std::popcount(geometry->existing(group)));
  EXPECT_EQ(existing, geometry->size());
}

TEST(OutcomeTable, CopiesSlotsAcrossPaddedBlocks) {
  const auto geometry = geometry_of({4, 3});
  OutcomeTable table(geometry, std::make_shared<ByteArrayPool>());
  std::vector<OutcomeByte> outcomes(geometry->numbering().slots());
  for (std::size_t slot = 0; slot < outcomes.size(); ++slot)
    outcomes[slot] = static_cast<OutcomeByte>(slot * 2654435761u >> 24);
  table.set_slots(0, outcomes);
  std::vector<OutcomeByte> part(3 * geometry->size());
  const std::uint64_t first = geometry->size() / 2;
  table.copy_slots(first, part);
  EXPECT_TRUE(std::equal(part.begin(), part.end(), outcomes.begin() + static_cast<long>(first)));
}

TEST(LevelBitmaps, AreEmptyUntilSetAndAfterBeingDropped) {
  LevelBitmaps marks(300, {0, 10}, 70, std::make_shared<ByteArrayPool>());
  EXPECT_EQ(marks.words_per_block(), 2u);
  EXPECT_FALSE(marks.has(299));
  marks.set(299, 3, 69);
  EXPECT_TRUE(marks.has(299));
  EXPECT_EQ(marks.find(299, 3)[1], std::uint64_t{1} << 5);
  marks.drop(299);
  EXPECT_FALSE(marks.has(299));
  EXPECT_EQ(marks.find(299, 3), nullptr);
  marks.set(299, 0, 0);
  EXPECT_EQ(marks.find(299, 3)[1], 0u) << "recycled memory is cleared";
}

}  // namespace
}  // namespace mill
