#include "tests/builder/plain_solver.h"

#include <gtest/gtest.h>

#include "tests/support/reference_data.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

void expect_published_counts(const PlainSolution& solution, const Subspace& subspace) {
  bool found = false;
  for (const ReferenceRow& row : read_reference("nine-mens-morris-values.csv")) {
    if (row.at("own") != subspace.own || row.at("opponent") != subspace.opponent) continue;
    found = true;
    const PlainCounts counts = solution.counts(subspace);
    EXPECT_EQ(counts.classes, static_cast<std::uint64_t>(row.at("positions"))) << subspace.text();
    EXPECT_EQ(counts.wins, static_cast<std::uint64_t>(row.at("wins"))) << subspace.text();
    EXPECT_EQ(counts.draws, static_cast<std::uint64_t>(row.at("draws"))) << subspace.text();
    EXPECT_EQ(counts.losses, static_cast<std::uint64_t>(row.at("losses"))) << subspace.text();
    EXPECT_EQ(counts.longest_win, row.at("longest_win")) << subspace.text();
    EXPECT_EQ(counts.longest_loss, row.at("longest_loss")) << subspace.text();
  }
  EXPECT_TRUE(found) << subspace.text();
}

/// Wins and losses of every class follow from those after its turns; a draw has a turn to a draw
/// and none to a loss.
void expect_consistent(const Variant& variant, const PlainSolution& solution,
                       const Subspace& subspace) {
  for (const Position& position : solution.positions(subspace))
    ASSERT_EQ(solution.outcome(position), solution.outcome_from_turns(position))
        << shown(variant, position);
}

TEST(PlainSolver, FindsThePublishedCountsOf3Against3) {
  const Variant variant = nine_mens_morris();
  const PlainSolution solution = solve_plainly(variant, {3, 3, 0, 0});
  expect_published_counts(solution, {3, 3, 0, 0});
  expect_consistent(variant, solution, {3, 3, 0, 0});
}

TEST(LongPlainSolver, FindsThePublishedCountsUpTo4Against4) {
  const Variant variant = nine_mens_morris();
  const PlainSolution solution = solve_plainly(variant, {4, 4, 0, 0});
  for (const Subspace& subspace : closure(variant, {{4, 4, 0, 0}}))
    expect_published_counts(solution, subspace);
  expect_consistent(variant, solution, {4, 4, 0, 0});
  expect_consistent(variant, solution, {4, 3, 0, 0});
}

TEST(LongPlainSolver, FindsThePublishedCountsOf5Against3) {
  const PlainSolution solution = solve_plainly(nine_mens_morris(), {5, 3, 0, 0});
  expect_published_counts(solution, {5, 3, 0, 0});
  expect_published_counts(solution, {3, 5, 0, 0});
}

TEST(PlainSolver, IsConsistentOnOtherBoardsAndRules) {
  Variant variant = six_mens_morris();
  const Subspace root{4, 4, 0, 0};
  const PlainSolution flying = solve_plainly(variant, root);
  variant.rules.may_fly = false;
  const PlainSolution sliding = solve_plainly(variant, root);
  EXPECT_NE(flying.counts({3, 3, 0, 0}), sliding.counts({3, 3, 0, 0}));
  for (const Subspace& subspace : closure(variant, {root})) {
    EXPECT_EQ(sliding.counts(subspace).classes, class_count(*variant.board, subspace));
    expect_consistent(variant, sliding, subspace);
  }
}

TEST(PlainSolver, KnowsPositionsThatAreOver) {
  const Variant variant = three_mens_morris();
  const PlainSolution solution = solve_plainly(variant, {3, 3, 0, 0});
  EXPECT_EQ(solution.outcome(placed(variant, "a1 b1", "c1 c2 c3")), (Outcome{Value::kLoss, 0}));
  EXPECT_EQ(solution.outcome(placed(variant, "a1 a2 b3", "c1 c2 b1")), (Outcome{Value::kWin, 1}));
}

}  // namespace
}  // namespace mill
