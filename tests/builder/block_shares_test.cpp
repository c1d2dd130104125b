#include "builder/blocks/block_shares.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <vector>

#include "builder/blocks/major_moves.h"
#include "builder/solver/solver.h"
#include "tests/builder/thread_team.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

std::uint64_t work_in(BlockRange blocks, const std::vector<std::uint32_t>& work) {
  return std::accumulate(work.begin() + blocks.begin, work.begin() + blocks.end, std::uint64_t{0});
}

/// Work of the share with most.
std::uint64_t most_work(const BlockShares& shares, const std::vector<std::uint32_t>& work) {
  std::uint64_t most = 0;
  for (int member = 0; member < shares.size(); ++member)
    most = std::max(most, work_in(shares.of(member), work));
  return most;
}

/// That shares follow on each other from the first block to the last, that each begins with a unit,
/// and that none holds more than memory is planned for.
void expect_all_shared_out(const BlockShares& shares, BlockRange blocks, std::uint32_t unit) {
  const std::uint32_t units = (blocks.count() + unit - 1) / unit;
  std::uint32_t next = blocks.begin, largest = 0;
  for (int member = 0; member < shares.size(); ++member) {
    const BlockRange share = shares.of(member);
    EXPECT_EQ(share.begin, next);
    EXPECT_TRUE((share.begin - blocks.begin) % unit == 0 || share.begin == blocks.end);
    EXPECT_LE(share.count(), most_of_share(units, shares.size()) * unit);
    largest = std::max(largest, share.count());
    next = share.end;
  }
  EXPECT_EQ(next, blocks.end);
  EXPECT_EQ(shares.largest(), largest);
  EXPECT_EQ(shares.first(), blocks.begin);
}

TEST(BlockShares, OfOneProcessAreAll) {
  const BlockShares shares(BlockRange{7, 100}, nullptr, 3);
  EXPECT_EQ(shares.size(), 1);
  EXPECT_EQ(shares.own().begin, 7u);
  EXPECT_EQ(shares.own().end, 100u);
  EXPECT_EQ(shares.largest(), 93u);
}

TEST(BlockShares, HaveNearlyAsManyBlocks) {
  for (const int members : {2, 3, 4, 7, 40})
    for (const std::uint32_t count : {0u, 1u, 5u, 39u, 1000u})
      for (const std::uint32_t unit : {1u, 5u}) {
        ThreadTeamHub hub(members);
        const ThreadTeam team(hub, members - 1);
        const BlockRange blocks{20, 20 + count};
        const BlockShares shares(blocks, &team, unit);
        expect_all_shared_out(shares, blocks, unit);
        EXPECT_EQ(shares.own().end, blocks.end);
        const std::uint32_t even =
            (count + static_cast<unsigned>(members) - 1) / static_cast<unsigned>(members);
        EXPECT_LE(shares.largest(), even + 2 * unit);
      }
}

TEST(BlockShares, HaveNearlyTheSameWork) {
  std::mt19937 random(17);
  for (const int members : {2, 3, 4, 7, 40})
    for (const std::uint32_t unit : {1u, 5u}) {
      std::vector<std::uint32_t> work(4000);
      for (std::size_t i = 0; i < work.size(); ++i)
        work[i] = 2000 + static_cast<std::uint32_t>(i / 40 + random() % 500);
      ThreadTeamHub hub(members);
      const ThreadTeam team(hub, 0);
      const BlockShares shares(work, &team, unit);
      expect_all_shared_out(shares, {0, 4000}, unit);
      const std::uint64_t even = work_in({0, 4000}, work) / static_cast<unsigned>(members);
      EXPECT_LE(most_work(shares, work), even + 2600 * 2 * unit);
    }
}

TEST(BlockShares, StayWithinTheMemoryThatIsPlanned) {
  std::mt19937 random(4);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::uint32_t> work(random() % 3000);
    for (std::uint32_t& of_block : work) of_block = random() % 16 == 0 ? 1000 : random() % 2;
    const auto unit = static_cast<std::uint32_t>(1 + random() % 9);
    ThreadTeamHub hub(2 + static_cast<int>(random() % 6));
    const ThreadTeam team(hub, 1);
    expect_all_shared_out(BlockShares(work, &team, unit),
                          {0, static_cast<std::uint32_t>(work.size())}, unit);
  }
}

/// By how many quiet moves of major stones the shares of a team of two differ.
std::uint64_t difference_in_moves(const BlockShares& shares, const MajorIndex& index) {
  std::uint64_t moves[2] = {};
  for (const int member : {0, 1}) {
    const BlockRange share = shares.of(member);
    const MajorMoves of_share(index, share, false);
    for (std::uint32_t block = share.begin; block < share.end; ++block)
      moves[member] += of_share.quiet(block).size();
  }
  return std::max(moves[0], moves[1]) - std::min(moves[0], moves[1]);
}

// Later blocks have more moves, so that with as many blocks to each the first member would wait.
TEST(BlockShares, OfAPairDifferLessInMovesThanHalvesDo) {
  const Variant variant = nine_mens_morris();
  const Subspace subspace{7, 7};
  const MajorIndex index(variant.board, subspace.own);
  ThreadTeamHub hub(2);
  ThreadTeam team(hub, 0);
  SolveOptions options;
  options.team = &team;
  const BlockShares halves(BlockRange{0, index.blocks()}, &team);
  const BlockShares shares = shares_of(variant, subspace, options);
  expect_all_shared_out(shares, {0, index.blocks()}, 1);
  EXPECT_LT(difference_in_moves(shares, index), difference_in_moves(halves, index) / 2);
}

}  // namespace
}  // namespace mill
