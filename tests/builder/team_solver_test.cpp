#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>

#include "builder/solver/solver.h"
#include "tests/builder/solved_closure.h"
#include "tests/builder/thread_team.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

using Solved = Result<std::vector<SolvedSubspace>>;

/// Solves a subspace (or pair) by a team of threads; what each member has.
std::vector<Solved> solve_by_team(ThreadTeamHub& hub, const Variant& variant,
                                  const Subspace& subspace, const InputProvider& inputs,
                                  const SolveOptions& options = {}) {
  std::vector<Solved> shares(static_cast<std::size_t>(hub.size()));
  run_as_team(hub, [&](SolverTeam& team) {
    SolveOptions own = options;
    own.pool = std::make_shared<ByteArrayPool>();
    own.team = &team;
    Solved& share = shares[static_cast<std::size_t>(team.member())];
    share = solve_subspace(variant, subspace, inputs, own);
    if (!share) hub.give_up();
  });
  return shares;
}

/// The whole closure by teams, each pair from inputs that one process has solved: every share holds
/// the bytes of its blocks, and all know the counts of the whole.
void expect_same_by_teams(const Variant& variant, const Subspace& root, std::vector<int> sizes,
                          const SolveOptions& options = {}) {
  const SolvedClosure alone = solve_closure(variant, root, options);
  const InputProvider inputs = inputs_from(alone);
  for (const auto& [subspace, expected] : alone)
    for (const int size : sizes) {
      SCOPED_TRACE(subspace.text() + " by " + std::to_string(size));
      ThreadTeamHub hub(size);
      std::uint32_t next = 0;
      for (const Solved& share : solve_by_team(hub, variant, subspace, inputs, options)) {
        ASSERT_TRUE(share) << share.error().message;
        const auto side = std::ranges::find_if(
            *share, [&, &wanted = subspace](const auto& one) { return one.subspace == wanted; });
        ASSERT_NE(side, share->end());
        const OutcomeTable& held = *side->outcomes;
        EXPECT_EQ(held.held().begin, next);
        next = held.held().end;
        EXPECT_EQ(side->counts, expected.counts);
        for (std::uint32_t block = held.held().begin; block < next; ++block)
          ASSERT_TRUE(std::equal(held.block(block), held.block(block) + held.geometry().size(),
                                 expected.outcomes->block(block)))
              << "block " << block;
        const std::uint64_t first = std::uint64_t{held.held().begin} * held.geometry().size();
        const std::uint64_t slots = std::uint64_t{held.held().count()} * held.geometry().size();
        const auto longs = expected.outcomes->longs().of_slots(first, slots);
        EXPECT_EQ(held.longs().entries().size(), longs.size());
      }
      EXPECT_EQ(next, expected.outcomes->geometry().blocks());
    }
}

TEST(TeamSolver, SharesHoldTheBytesOfOneProcess) {
  const Subspace root = size_for_build<Subspace>({4, 4}, {4, 3});
  expect_same_by_teams(nine_mens_morris(), root, {1, 2, 3, 4});
}

// 3-3 has 42 numbering blocks there.
TEST(TeamSolver, SharesMayBeEmpty) { expect_same_by_teams(six_mens_morris(), {3, 3}, {50}); }

TEST(TeamSolver, InputsMayComeInParts) {
  expect_same_by_teams(nine_mens_morris(), {3, 3, 1, 1}, {3}, {.memory_limit = 0});
}

TEST(TeamSolver, DistancesMayTakeMoreThanAByte) {
  expect_same_by_teams(six_mens_morris(), {4, 4}, {3}, {.longest_win = 3});
}

TEST(TeamSolver, SidesThatPassAreBlockedInTheShareOfAnother) {
  const auto variant = find_variant("six-mens-morris", {{"stalemateAction", "1"}});
  ASSERT_TRUE(variant) << variant.error().message;
  expect_same_by_teams(*variant, {5, 5}, {3});
}

TEST(TeamSolver, AMemberThatFailsEndsTheWorkOfAll) {
  ThreadTeamHub hub(3);
  std::atomic<int> asked = 0;
  const InputProvider inputs = [&](const Subspace&,
                                   BlockRange) -> Result<std::shared_ptr<const OutcomeTable>> {
    if (asked++ == 0) return fail(ErrorCode::kDamagedFile, "it is damaged");
    return fail(ErrorCode::kInterrupted, "stopped");
  };
  std::vector<ErrorCode> errors;
  for (const Solved& share : solve_by_team(hub, nine_mens_morris(), {4, 3}, inputs)) {
    ASSERT_FALSE(share);
    errors.push_back(share.error().code);
  }
  EXPECT_EQ(std::ranges::count(errors, ErrorCode::kDamagedFile), 1);
}

TEST(TeamSolver, OneThatIsToldToStopStopsAll) {
  ThreadTeamHub hub(3);
  const std::atomic<bool> stop{true};
  for (const Solved& share : solve_by_team(hub, nine_mens_morris(), {3, 3}, {}, {.stop = stop})) {
    ASSERT_FALSE(share);
    EXPECT_EQ(share.error().code, ErrorCode::kInterrupted);
  }
}

TEST(TeamSolver, MembersAskForAllOfAnInputOrForAShare) {
  constexpr int kMembers = 3;
  const Variant variant = nine_mens_morris();
  const SolvedClosure alone =
      solve_closure(variant, size_for_build<Subspace>({4, 4, 1, 1}, {3, 3, 1, 1}));
  const InputProvider stored = inputs_from(alone);
  std::size_t shared_out = 0, whole = 0;
  for (const auto& [subspace, solved] : alone) {
    std::mutex mutex;
    std::map<Subspace, std::uint32_t> asked;  // blocks, by all members
    const InputProvider inputs = [&](const Subspace& input, BlockRange blocks) {
      const std::lock_guard lock(mutex);
      asked[input] += blocks.count();
      return stored(input, blocks);
    };
    ThreadTeamHub hub(kMembers);
    for (const Solved& share : solve_by_team(hub, variant, subspace, inputs))
      ASSERT_TRUE(share) << share.error().message;
    for (const auto& [input, blocks] : asked) {
      const bool by_shares = is_read_by_shares(variant, subspace, input);
      (by_shares ? shared_out : whole) += 1;
      EXPECT_EQ(blocks, block_count(variant, input) * (by_shares ? 1 : kMembers))
          << input.text() << " of " << subspace.text();
    }
  }
  EXPECT_GT(shared_out, 0U);
  EXPECT_GT(whole, 0U);
}

TEST(TeamSolver, FewBytesCross) {
  const Subspace root = size_for_build<Subspace>({5, 5}, {4, 4});
  const SolvedClosure alone = solve_closure(nine_mens_morris(), root);
  const InputProvider inputs = inputs_from(alone);
  ThreadTeamHub hub(4);
  for (const Solved& share : solve_by_team(hub, nine_mens_morris(), root, inputs))
    ASSERT_TRUE(share) << share.error().message;
  EXPECT_LT(hub.bytes_sent(), 20 * alone.at(root).counts.slots);
  RecordProperty("bytes", std::to_string(hub.bytes_sent()));
}

}  // namespace
}  // namespace mill
