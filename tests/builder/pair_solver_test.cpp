#include <gtest/gtest.h>

#include "builder/solver/solver.h"
#include "tests/builder/plain_solver.h"
#include "tests/builder/solved_closure.h"
#include "tests/support/reference_data.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

std::vector<OutcomeByte> all_outcomes(const SolvedSubspace& solved) {
  std::vector<OutcomeByte> outcomes(solved.counts.slots);
  solved.outcomes->copy_slots(0, outcomes);
  return outcomes;
}

/// Compares every slot of the closure with the plain solver; under sanitizers one of 16.
void expect_equal_to_plain(const Variant& variant, const Subspace& root) {
  const PlainSolution plain = solve_plainly(variant, root);
  for (const auto& [subspace, solved] : solve_closure(variant, root, *find_kernels("plain"))) {
    const Numbering& numbering = solved.outcomes->geometry().numbering();
    const std::vector<OutcomeByte> outcomes = all_outcomes(solved);
    for (std::uint64_t slot = 0; slot < outcomes.size(); slot += size_for_build(1, 16)) {
      const Position position = numbering.position(subspace, slot);
      ASSERT_EQ(to_outcome(outcomes[slot]), plain.outcome(position))
          << "slot " << slot << shown(variant, position);
    }
    const PlainCounts counts = plain.counts(subspace);
    EXPECT_EQ(solved.counts.classes, counts.classes);
    EXPECT_EQ(solved.counts.wins, counts.wins);
    EXPECT_EQ(solved.counts.draws, counts.draws);
    EXPECT_EQ(solved.counts.losses, counts.losses);
    EXPECT_EQ(solved.counts.longest_win, counts.longest_win);
    EXPECT_EQ(solved.counts.longest_loss, counts.longest_loss);
  }
}

/// Compares the counts of a closure with the published ones, a row for each subspace of it.
void expect_reference_values(const Subspace& root) {
  const SolvedClosure solved = solve_closure(nine_mens_morris(), root, best_kernels());
  std::size_t compared = 0;
  for (const ReferenceRow& row : read_reference("nine-mens-morris-values.csv")) {
    const auto found =
        solved.find({static_cast<int>(row.at("own")), static_cast<int>(row.at("opponent"))});
    if (found == solved.end()) continue;
    const ClassCounts& counts = found->second.counts;
    const ReferenceRow mine{{"own", found->first.own},
                            {"opponent", found->first.opponent},
                            {"positions", counts.classes},
                            {"wins", counts.wins},
                            {"draws", counts.draws},
                            {"losses", counts.losses},
                            {"longest_win", counts.longest_win},
                            {"longest_loss", counts.longest_loss}};
    EXPECT_EQ(mine, row);
    ++compared;
  }
  EXPECT_EQ(compared, solved.size());
}

TEST(PairSolver, AgreesWithThePlainSolverInEverySlotUpTo4_4) {
  expect_equal_to_plain(nine_mens_morris(), size_for_build<Subspace>({4, 4}, {4, 3}));
}

TEST(LongPairSolver, AgreesWithThePlainSolverInEverySlotUpTo5_3) {
  expect_equal_to_plain(nine_mens_morris(), {5, 3});
}

TEST(PairSolver, GivesTheSameKeysWhereInputsComeInParts) {
  const Variant variant = nine_mens_morris();
  const Subspace root = size_for_build<Subspace>({4, 4, 1, 1}, {3, 3, 1, 1});
  const SolvedClosure whole = solve_closure(variant, root);
  const SolvedClosure in_parts = solve_closure(variant, root, {.memory_limit = 0});
  for (const auto& [subspace, solved] : whole) {
    EXPECT_EQ(all_outcomes(in_parts.at(subspace)), all_outcomes(solved)) << subspace.text();
    EXPECT_EQ(in_parts.at(subspace).counts, solved.counts);
  }
}

TEST(PairSolver, EveryKernelGivesTheSameKeys) {
  const Variant variant = nine_mens_morris();
  const Subspace root = size_for_build<Subspace>({5, 4}, {4, 3});
  const SolvedClosure plain = solve_closure(variant, root, *find_kernels("plain"));
  for (const Kernels* kernels : available_kernels()) {
    const SolvedClosure other = solve_closure(variant, root, *kernels);
    for (const auto& [subspace, solved] : plain) {
      EXPECT_EQ(all_outcomes(other.at(subspace)), all_outcomes(solved))
          << name_of(*kernels) << " differs from plain in " << subspace.text();
      EXPECT_EQ(other.at(subspace).counts, solved.counts);
    }
  }
}

TEST(PairSolver, CountsUpTo5_5AreThePublishedOnes) { expect_reference_values({5, 5}); }

TEST(LongPairSolver, CountsUpTo6_6AreThePublishedOnes) { expect_reference_values({6, 6}); }

TEST(PairSolver, AgreesOnABoardOf16Points) { expect_equal_to_plain(six_mens_morris(), {5, 4}); }

TEST(PairSolver, AgreesWhereStonesMayBeTakenFromMills) {
  Variant variant = nine_mens_morris();
  variant.rules.remove_from_mills = true;
  expect_equal_to_plain(variant, size_for_build<Subspace>({4, 3}, {3, 3}));
}

TEST(PairSolver, AgreesWhereNobodyFlies) {
  Variant variant = nine_mens_morris();
  variant.rules.may_fly = false;
  expect_equal_to_plain(variant, size_for_build<Subspace>({4, 3}, {3, 3}));
}

TEST(PairSolver, AgreesWhereFourStonesAreTheLeast) {
  Variant variant = six_mens_morris();
  variant.rules.pieces_at_least_count = 4;
  variant.rules.fly_piece_count = 4;
  expect_equal_to_plain(variant, {5, 5});
}

TEST(PairSolver, StopsWhenAsked) {
  const std::atomic<bool> stop{true};
  SolveOptions options;
  options.pool = std::make_shared<ByteArrayPool>();
  options.stop = stop;
  const auto solved = solve_subspace(nine_mens_morris(), {3, 3}, nullptr, options);
  ASSERT_FALSE(solved);
  EXPECT_EQ(solved.error().code, ErrorCode::kInterrupted);
}

}  // namespace
}  // namespace mill
