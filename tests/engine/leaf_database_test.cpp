#include "engine/search/leaf_database.h"

#include <gtest/gtest.h>

#include "game/moves.h"
#include "game/numbering.h"
#include "tests/engine/shipped_match.h"
#include "tests/support/file_contents.h"
#include "tests/support/temporary_directory.h"

namespace mill {
namespace {

namespace fs = std::filesystem;

/// The shipped database, to be spoiled.
class LeafDatabaseTest : public ::testing::Test {
 protected:
  LeafDatabaseTest() {
    fs::copy(MILLSTONE_SOURCE_DIR "/data/databases/three-mens-morris", directory_.path());
  }

  LeafDatabase open() const {
    auto prober = Prober::open(directory_.path(), variant_);
    EXPECT_TRUE(prober.has_value());
    return LeafDatabase(std::make_shared<const Prober>(std::move(*prober)), 0);
  }

  /// A win of the side to move that is no win in one.
  SearchPosition slow_win(const Subspace& subspace = {3, 3, 0, 0}) const {
    const auto whole = shipped_prober();
    const Numbering numbering = Numbering::make(variant_, subspace);
    for (std::uint64_t slot = 0; slot < numbering.slots(); ++slot) {
      const Position position = numbering.position(subspace, slot);
      const auto outcome = whole->outcome(position);
      if (outcome && outcome->value == Value::kWin && outcome->distance > 1)
        return SearchPosition::of(position, 0, 0);
    }
    ADD_FAILURE() << "no such position";
    return {};
  }

  const Variant variant_ = shipped_variant();
  const TemporaryDirectory directory_;
};

TEST_F(LeafDatabaseTest, TellsDistancesWhereTheirFilesAre) {
  const auto known = open().look_up(slow_win(), 1);
  ASSERT_TRUE(known);
  EXPECT_EQ(known->value, Value::kWin);
  EXPECT_GT(known->distance, 1);
}

TEST_F(LeafDatabaseTest, TellsValuesWhereDistanceFilesAreMissing) {
  fs::remove(directory_.path() / "3-3.distance");
  const LeafDatabase leaves = open();
  for (int asked = 0; asked < 2; ++asked) {
    const auto known = leaves.look_up(slow_win(), 1);
    ASSERT_TRUE(known);
    EXPECT_EQ(known->value, Value::kWin);
    EXPECT_FALSE(known->distance);
  }
  const auto notes = leaves.take_notes();
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes.front().find("3-3.distance"), std::string::npos) << notes.front();
}

TEST_F(LeafDatabaseTest, DamageIsDamageWhereADistanceFileIsMissingElsewhere) {
  const Subspace placing{2, 3, 1, 0};
  fs::remove(directory_.path() / "3-3.distance");
  const fs::path damaged = directory_.path() / "2-3+1-0.distance";
  auto bytes = read_bytes(damaged);
  bytes.back() ^= 1;
  write_bytes(damaged, bytes);
  const LeafDatabase leaves = open();
  EXPECT_TRUE(leaves.look_up(slow_win(), 1));
  EXPECT_FALSE(leaves.look_up(slow_win(placing), 1));
  const auto notes = leaves.take_notes();
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_NE(notes.back().find("2-3+1-0.distance"), std::string::npos) << notes.back();
}

TEST_F(LeafDatabaseTest, TellsOfOneMissingDistanceFileAndNotOfAll) {
  fs::remove(directory_.path() / "3-3.distance");
  fs::remove(directory_.path() / "2-3+1-0.distance");
  const LeafDatabase leaves = open();
  EXPECT_TRUE(leaves.look_up(slow_win(), 1));
  EXPECT_TRUE(leaves.look_up(slow_win({2, 3, 1, 0}), 1));
  EXPECT_EQ(leaves.take_notes().size(), 1u);
}

TEST_F(LeafDatabaseTest, KnowsNothingWhereAFileIsDamagedAndSaysSoOnce) {
  const fs::path damaged = directory_.path() / "3-3.distance";
  auto bytes = read_bytes(damaged);
  bytes.back() ^= 1;
  write_bytes(damaged, bytes);
  const LeafDatabase leaves = open();
  for (int asked = 0; asked < 2; ++asked) EXPECT_FALSE(leaves.look_up(slow_win(), 1));
  const auto notes = leaves.take_notes();
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes.front().find("3-3.distance"), std::string::npos) << notes.front();
}

}  // namespace
}  // namespace mill
