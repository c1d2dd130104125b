// What a graph partitioner would save a team. A member sends the frontier of a block to every other
// member that pulls from it: to how many with shares of consecutive blocks, and to how many with
// shares that METIS finds, of the same work within a twentieth. Then how much of an input is looked
// into by one share: its blocks that the blocks of the share become by losing a stone.
// Counts, not times, so the figures are the same on every machine.
#include <fmt/format.h>
#include <metis.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "builder/blocks/block_shares.h"
#include "builder/blocks/major_moves.h"
#include "game/variant.h"
#include "tests/builder/thread_team.h"

namespace {

using namespace mill;

using Shares = std::vector<idx_t>;  // the member of each block

/// Blocks, and which of them a slide of a major stone leads between.
struct BlockGraph {
  explicit BlockGraph(const MajorIndex& major);

  std::vector<std::uint32_t> work;         // slides of each block
  std::vector<std::set<idx_t>> connected;  // by block
};

template <typename Visit>
void for_each_point(Mask points, Visit visit) {
  for (; points; points &= points - 1) visit(Mask{1} << std::countr_zero(points));
}

BlockGraph::BlockGraph(const MajorIndex& major) : connected(major.blocks()) {
  const Board& board = major.board();
  for (std::uint32_t block = 0; block < major.blocks(); ++block) {
    const Mask stones = major.representative(block);
    work.push_back(count_quiet_moves(board, stones, false));
    for_each_point(stones, [&](Mask from) {
      const Mask targets = board.neighbours[std::countr_zero(from)] & ~stones;
      for_each_point(targets, [&](Mask to) {
        const std::uint32_t other = major.find((stones ^ from) | to).block;
        if (other == block) return;
        connected[block].insert(static_cast<idx_t>(other));
        connected[other].insert(static_cast<idx_t>(block));
      });
    });
  }
}

Shares in_order(const BlockGraph& graph, int members) {
  ThreadTeamHub hub(members);
  const ThreadTeam team(hub, 0);
  const BlockShares shares(graph.work, &team, 1);
  Shares owners;
  for (int member = 0; member < members; ++member)
    owners.resize(shares.of(member).end, static_cast<idx_t>(member));
  return owners;
}

Shares by_metis(const BlockGraph& graph, int members) {
  std::vector<idx_t> first{0}, edges, weights(graph.work.begin(), graph.work.end());
  for (const auto& blocks : graph.connected) {
    edges.insert(edges.end(), blocks.begin(), blocks.end());
    first.push_back(static_cast<idx_t>(edges.size()));
  }
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_OBJTYPE] = METIS_OBJTYPE_VOL;
  options[METIS_OPTION_SEED] = 1;
  auto blocks = static_cast<idx_t>(weights.size());
  idx_t constraints = 1, parts = members, volume = 0;
  Shares owners(weights.size());
  METIS_PartGraphKway(&blocks, &constraints, first.data(), edges.data(), weights.data(), nullptr,
                      nullptr, &parts, nullptr, nullptr, options, &volume, owners.data());
  return owners;
}

/// To how many members the frontier of a block goes, in the mean.
double others_per_block(const BlockGraph& graph, const Shares& owners) {
  std::size_t sent = 0;
  for (std::size_t block = 0; block < owners.size(); ++block) {
    std::set<idx_t> others;
    for (const idx_t other : graph.connected[block])
      others.insert(owners[static_cast<std::size_t>(other)]);
    others.erase(owners[block]);
    sent += others.size();
  }
  return static_cast<double>(sent) / static_cast<double>(owners.size());
}

/// The share of the blocks of one stone less that a share looks into, in the mean.
double looked_into(const MajorIndex& major, const MajorIndex& less, const Shares& owners,
                   int members) {
  std::set<std::pair<idx_t, std::uint32_t>> pairs;
  for (std::uint32_t block = 0; block < major.blocks(); ++block) {
    const Mask stones = major.representative(block);
    for_each_point(
        stones, [&](Mask lost) { pairs.emplace(owners[block], less.find(stones ^ lost).block); });
  }
  return static_cast<double>(pairs.size()) / members / less.blocks();
}

}  // namespace

int main() {
  const auto variant = find_variant("nine-mens-morris");
  if (!variant) return EXIT_FAILURE;
  fmt::print(
      "stones  members  others, in order  others, METIS  of an input, in order  of an input, "
      "METIS\n");
  for (const int stones : {6, 8}) {
    const MajorIndex major(variant->board, stones), less(variant->board, stones - 1);
    const BlockGraph graph(major);
    for (const int members : {2, 3, 4, 8, 16, 32}) {
      const Shares order = in_order(graph, members), metis = by_metis(graph, members);
      fmt::print("{:>6}  {:>7}  {:>16.2f}  {:>13.2f}  {:>20.0f} %  {:>17.0f} %\n", stones, members,
                 others_per_block(graph, order), others_per_block(graph, metis),
                 100 * looked_into(major, less, order, members),
                 100 * looked_into(major, less, metis, members));
    }
  }
}
