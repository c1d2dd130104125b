#include <gtest/gtest.h>

#include "prober/prober.h"
#include "tests/prober/made_up_database.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

Mask mask_of(const Board& board, std::initializer_list<const char*> names) {
  Mask mask = 0;
  for (const char* name : names) {
    MILLSTONE_CHECK(board.find_point(name) >= 0);
    mask |= bit(board.find_point(name));
  }
  return mask;
}

/// A database of 3-3 alone, so that everything else must be known without a file.
class DecidedPositions : public ::testing::Test {
 protected:
  explicit DecidedPositions(Variant variant = nine_mens_morris()) : variant_(std::move(variant)) {
    write_made_up_files(directory_.path(), variant_, {3, 3});
    auto prober = Prober::open(directory_.path(), variant_);
    MILLSTONE_CHECK(prober.has_value());
    prober_.emplace(std::move(*prober));
  }

  Mask points(std::initializer_list<const char*> names) const {
    return mask_of(*variant_.board, names);
  }

  void expect_decided(const Position& position, const Outcome& expected) const {
    EXPECT_EQ(prober_->outcome(position), expected) << shown(variant_, position);
    EXPECT_EQ(prober_->value(position), expected.value) << shown(variant_, position);
    EXPECT_EQ(prober_->counters().cache_misses, 0u);
    EXPECT_EQ(prober_->counters().by_rules, 2u);
  }

  Variant variant_;
  TemporaryDirectory directory_;
  std::optional<Prober> prober_;
};

TEST_F(DecidedPositions, TooFewStonesAreALossInNone) {
  const Position position{points({"a1", "d1"}), points({"a7", "d7", "g7", "g4"})};
  expect_decided(position, {Value::kLoss, 0});
  EXPECT_TRUE(prober_->rank_turns(position)->empty());
}

TEST_F(DecidedPositions, ABlockedSideHasLostInNone) {
  const Position position{points({"a7", "d7", "g7", "g4"}), points({"a4", "d6", "g1", "f4"})};
  expect_decided(position, {Value::kLoss, 0});
  const auto report = prober_->probe(position);
  ASSERT_TRUE(succeeds(report));
  EXPECT_EQ(report->distance, 0);
  EXPECT_TRUE(report->turns.empty());
}

TEST_F(DecidedPositions, AnOpponentWithTooFewStonesHasLostAfterAnyTurn) {
  const Position position{points({"a7", "d7", "g4", "c3"}), points({"a4", "d6"})};
  expect_decided(position, {Value::kWin, 1});
  const auto ranked = prober_->rank_turns(position);
  ASSERT_TRUE(succeeds(ranked));
  EXPECT_FALSE(ranked->empty());
  for (const RankedTurn& turn : *ranked) EXPECT_EQ(turn.distance, 1);
}

TEST_F(DecidedPositions, TakingTheThirdStoneWinsInOneWithoutAFile) {
  Position position{points({"a7", "d7", "g7", "c3"}), points({"a4", "d6", "e3"})};
  position.removals = 1;
  const auto outcome = prober_->outcome(position);
  EXPECT_EQ(outcome, (Outcome{Value::kWin, 1}));
  EXPECT_EQ(prober_->rank_turns(position)->size(), 3u);
  EXPECT_EQ(prober_->counters().cache_misses, 0u);
}

TEST_F(DecidedPositions, PositionsThatCannotBeAreRefused) {
  const auto refuses = [&](const Position& position, std::string_view part) {
    EXPECT_TRUE(fails_with(prober_->value(position), ErrorCode::kInvalidArgument, part));
    EXPECT_TRUE(fails_with(prober_->outcome(position), ErrorCode::kInvalidArgument, part));
    EXPECT_TRUE(fails_with(prober_->rank_turns(position), ErrorCode::kInvalidArgument, part));
    EXPECT_TRUE(fails_with(prober_->probe(position), ErrorCode::kInvalidArgument, part));
    EXPECT_FALSE(prober_->cached_value(position));
  };
  const Mask own = points({"a1", "d1", "g1"}), opponent = points({"a7", "d7", "g4"});
  refuses({own, opponent | points({"a1"})}, "two stones stand on a1");
  refuses({own | bit(24), opponent}, "outside the board");
  refuses({low_bits(10), opponent & ~low_bits(10)}, "10 stones");
  refuses({own, opponent, 7, 0}, "10 stones");
  refuses({own, opponent, 0, 255}, "258 stones");
  refuses({own, opponent, 0, 0, 2}, "2 removals are pending");
  refuses({own, 0, 0, 9, 1}, "no stone to take");
}

/// Eight stones per side fill the sixteen points.
class FullBoard : public DecidedPositions {
 protected:
  static Variant eight_stones(BoardFullAction action) {
    Variant variant = six_mens_morris();
    variant.rules.piece_count = 8;
    variant.rules.board_full_action = action;
    return variant;
  }
  explicit FullBoard(BoardFullAction action) : DecidedPositions(eight_stones(action)) {}
  static constexpr Position kFull{0x00FF, 0xFF00};
};

struct FullBoardLoses : FullBoard {
  FullBoardLoses() : FullBoard(BoardFullAction::kFirstPlayerLoses) {}
};
TEST_F(FullBoardLoses, ForTheSideToMove) { expect_decided(kFull, {Value::kLoss, 0}); }

struct FullBoardDraws : FullBoard {
  FullBoardDraws() : FullBoard(BoardFullAction::kDraw) {}
};
TEST_F(FullBoardDraws, WhereTheRulesSaySo) { expect_decided(kFull, {Value::kDraw, 0}); }

}  // namespace
}  // namespace mill
