#include "prober/position_samples.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/prober/solved_database.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

class SamplesOfAGame : public ::testing::Test {
 protected:
  SamplesOfAGame() {
    auto prober = Prober::open(database_.directory(), database_.variant());
    MILLSTONE_CHECK(prober.has_value());
    prober_ = std::make_unique<Prober>(std::move(*prober));
  }

  const SolvedDatabase database_{find_variant("three-mens-morris").value(), {3, 3, 0, 0}};
  std::unique_ptr<Prober> prober_;
};

TEST_F(SamplesOfAGame, HaveTheValuesOfTheDatabase) {
  const auto samples = sample_positions(*prober_, {3, 3, 0, 0}, {.count = 300});
  ASSERT_TRUE(succeeds(samples));
  ASSERT_EQ(samples->positions.size(), 300U);
  ASSERT_EQ(samples->values.size(), 300U);
  for (std::size_t i = 0; i < 300; ++i) {
    EXPECT_EQ(subspace_of(database_.variant(), samples->positions[i]), (Subspace{3, 3, 0, 0}));
    const auto value = prober_->value(samples->positions[i]);
    ASSERT_TRUE(succeeds(value));
    EXPECT_EQ(samples->values[i], *value);
  }
}

TEST_F(SamplesOfAGame, AreQuietWhereAskedFor) {
  const auto samples = sample_positions(*prober_, {3, 3, 0, 0}, {.count = 300, .quiet = true});
  ASSERT_TRUE(succeeds(samples));
  for (const Position& position : samples->positions) {
    EXPECT_EQ(status(database_.variant(), position), Status::kOpen);
    for (const Turn& turn : generate_turns(database_.variant(), position))
      EXPECT_EQ(turn.removed, 0U);
  }
}

TEST_F(SamplesOfAGame, EndWhenAsked) {
  const std::atomic<bool> stop{true};
  EXPECT_TRUE(fails_with(sample_positions(*prober_, {3, 3, 0, 0}, {.count = 100'000}, stop),
                         ErrorCode::kInterrupted, ""));
}

TEST(HeldOut, IsAllOfAClassOfPositionsAndOneClassOfSixtyFour) {
  const Variant variant = find_variant("nine-mens-morris").value();
  const Board& board = *variant.board;
  std::mt19937_64 random(5);
  int held_out = 0;
  constexpr int kPositions = 20'000;
  for (int i = 0; i < kPositions; ++i) {
    const Position position = random_position(board, {6, 5, 0, 0}, random);
    const bool expected = is_held_out(board, position);
    held_out += expected;
    if (i % 50 != 0 && !expected) continue;
    for (const Symmetry& symmetry : board.symmetries.elements) {
      Position image = position;
      image.own = symmetry(position.own);
      image.opponent = symmetry(position.opponent);
      ASSERT_EQ(is_held_out(board, image), expected);
    }
  }
  EXPECT_NEAR(held_out, kPositions / 64.0, 80);
}

TEST(RandomPosition, MeetsEachPositionOfASubspaceAsOften) {
  const Variant variant = find_variant("three-mens-morris").value();
  std::mt19937_64 random(1);
  std::map<std::pair<Mask, Mask>, int> counts;
  constexpr int kDraws = 72'000;  // 1,000 for each of 9 * 8 positions
  for (int i = 0; i < kDraws; ++i) {
    const Position position = random_position(*variant.board, {1, 1, 2, 2}, random);
    EXPECT_EQ(position.own_hand, 2);
    ++counts[{position.own, position.opponent}];
  }
  EXPECT_EQ(counts.size(), 72U);
  for (const auto& [stones, count] : counts) EXPECT_NEAR(count, 1000, 160);
}

}  // namespace
}  // namespace mill
