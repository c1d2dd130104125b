// What solving takes where distances go beyond a byte, against what it is said to take.

#include <gtest/gtest.h>

#include <set>

#include "builder/solver/solve_memory.h"
#include "tests/builder/solved_closure.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

/// What is counted for all but tables.
std::uint64_t beside_tables(const Variant& variant, const Subspace& subspace) {
  return UINT64_MAX - input_memory(variant, subspace, UINT64_MAX, 0);
}

/// One solve with tables from a pool of its own, inputs among them.
struct MeasuredSolve {
  Result<std::vector<SolvedSubspace>> solved;
  std::uint64_t tables = 0;  ///< most bytes at a time
};

MeasuredSolve measure(const Variant& variant, const Subspace& subspace, const SolvedClosure& known,
                      SolveOptions options) {
  options.pool = std::make_shared<ByteArrayPool>(true);
  MeasuredSolve measured{
      solve_subspace(variant, subspace, inputs_from(known, options.pool), options)};
  measured.tables = options.pool->most_taken();
  return measured;
}

/// Raises the budget until it is enough for the windows that the subspace turns out to need; each
/// time what was taken must be within it.
void expect_budget_kept(const Variant& variant, const Subspace& subspace,
                        const SolvedClosure& known, int longest_win) {
  constexpr std::uint64_t kMostPlanes = 64;
  const std::uint64_t beside = beside_tables(variant, subspace);
  for (std::uint64_t windows = 0; windows < kMostPlanes; ++windows) {
    const std::uint64_t least = solve_memory(variant, subspace).least;
    const std::uint64_t memory =
        windows == 0 ? least : std::max(least, window_memory(variant, subspace, windows));
    const MeasuredSolve measured =
        measure(variant, subspace, known, {.longest_win = longest_win, .memory_limit = memory});
    EXPECT_LE(measured.tables, memory - beside) << subspace.text() << " windows " << windows;
    if (!measured.solved) {
      ASSERT_EQ(measured.solved.error().code, ErrorCode::kNotEnoughMemory);
      continue;
    }
    std::uint64_t left = 0;  // what is held in the end, lists of long distances included
    for (const SolvedSubspace& side : *measured.solved) {
      EXPECT_EQ(side.counts, known.at(side.subspace).counts);
      left += table_memory(variant, side.subspace) +
              side.outcomes->longs().entries().size() * sizeof(LongDistance);
    }
    EXPECT_LE(left, memory - beside) << subspace.text() << " windows " << windows;
    return;
  }
  FAIL() << subspace.text() << " never had enough";
}

TEST(WindowMemory, OfPairsIsCounted) {
  const Variant variant = nine_mens_morris();
  const Subspace root = size_for_build<Subspace>({4, 4}, {4, 3});
  for (const int longest_win : {7, 15}) {
    if (kSanitized && longest_win != 15) continue;
    const SolvedClosure known =
        solve_closure(variant, root, SolveOptions{.longest_win = longest_win});
    for (const Subspace& subspace : std::set<Subspace>{{4, 3}, root})
      expect_budget_kept(variant, subspace, known, longest_win);
  }
}

TEST(WindowMemory, OfSubspacesSolvedInOnePassIsCounted) {
  const Variant variant = nine_mens_morris();
  const Subspace root = size_for_build<Subspace>({4, 3, 1, 1}, {3, 3, 1, 1});
  const SolvedClosure known = solve_closure(variant, root, SolveOptions{.longest_win = 7});
  expect_budget_kept(variant, root, known, 7);
}

}  // namespace
}  // namespace mill
