#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "builder/solver/byte_table.h"
#include "builder/solver/level_bitmaps.h"
#include "builder/solver/major_moves.h"

namespace mill {

/// A step of a minor stone between packed points of one block.
struct MinorStep {
  std::uint8_t from, to;
};

/// Bytes that are outcomes once their level has been reached; till then the best win by capture
/// found so far or, while the counter is not zero, the loss that captures would force at the
/// earliest (builder/ALGORITHM.md).
class ProvisionalTable : public ByteTable {
 public:
  using ByteTable::ByteTable;

  /// Of bytes that have become provisional ones.
  explicit ProvisionalTable(ByteTable&& bytes) : ByteTable(std::move(bytes)) {}
};

/// What is known of one side to move while a pair is being solved.
struct SideState {
  ProvisionalTable provisional;
  PooledBytes counters;
  LevelBitmaps levels;
  /// Of each block that is held the positions whose only turn is a pass; empty where the rules know
  /// none.
  std::vector<std::vector<GroupBits>> passes;

  SideState(ProvisionalTable bytes, const std::shared_ptr<ByteArrayPool>& pool)
      : provisional(std::move(bytes)),
        counters(pool, provisional.bytes().size()),
        levels(provisional.held(), provisional.geometry().groups(), pool) {}

  /// Goes on with the counters and passes of another.
  SideState(ProvisionalTable bytes, SideState& before, const std::shared_ptr<ByteArrayPool>& pool)
      : provisional(std::move(bytes)),
        counters(std::move(before.counters)),
        levels(provisional.held(), provisional.geometry().groups(), pool),
        passes(std::move(before.passes)) {}

  std::uint8_t* block_counters(std::uint32_t block) {
    return counters.data() + std::size_t{index_of(block)} * provisional.geometry().stride();
  }
  std::vector<GroupBits>& block_passes(std::uint32_t block) { return passes[index_of(block)]; }

 private:
  std::uint32_t index_of(std::uint32_t block) const { return block - provisional.held().begin; }
};

/// Positions whose steps are undone one by one in one call of a kernel.
inline constexpr std::uint32_t kSlideBatch = 32;

/// Most ranks that one call of a kernel adds to the updates of a block: one step of all positions,
/// or all steps of a batch of them, each from one point of a board to another.
inline std::uint32_t most_updates_per_call(const BlockGeometry& geometry) {
  constexpr std::uint32_t kPoints = std::numeric_limits<Mask>::digits;
  return std::max(geometry.stride(), kSlideBatch * kPoints * kPoints);
}

/// Updates of a block are applied as soon as there are so many.
inline std::uint32_t enough_updates(const BlockGeometry& geometry) { return geometry.stride(); }

/// So there are never more than these, with what a kernel writes beyond.
inline std::uint32_t most_updates(const BlockGeometry& geometry) {
  return enough_updates(geometry) + most_updates_per_call(geometry) + kRankSlack;
}

/// Buffers of one thread.
struct Scratch {
  std::vector<GroupBits> source, frontier;
  std::vector<std::uint32_t> ranks, blocks;
  std::vector<std::uint8_t> quiet, row, fold;
  std::vector<std::uint64_t> words, blocked;

  void fit(const BlockGeometry& geometry) {
    if (quiet.size() == geometry.stride()) return;
    ranks.resize(most_updates(geometry));
    blocks.resize(geometry.stride() + kRankSlack);
    quiet.resize(geometry.stride());
  }
};

/// The steps minor stones can make among the free points of a block: slides along edges, or
/// flights between any two points.
std::vector<MinorStep> minor_steps(const BlockGeometry& geometry, const PackedIndex& free_points,
                                   bool anywhere);

inline RankTables rank_tables(const SubsetRank& ranks) {
  return {ranks.low().data(), ranks.high().data(), ranks.low_points()};
}

/// The images of a set of stones under each symmetry of the board.
inline std::vector<Mask> images_of(const Board& board, Mask stones) {
  std::vector<Mask> images;
  for (const Symmetry& symmetry : board.symmetries.elements) images.push_back(symmetry(stones));
  return images;
}

/// What it takes to look positions up in `target`, where the minor stones of a block are the major
/// ones. Refers to all of its arguments but the first.
/// @param free    free points of the block
/// @param images  images_of() the block's major stones
inline TransposeTables transpose_tables(const PackedIndex& free, const BlockGeometry& target,
                                        const std::vector<Mask>& images) {
  const MajorIndex& major = target.major();
  TransposeTables tables{{static_cast<std::uint8_t>(free.count), {}},
                         rank_tables(major.ranks()),
                         major.entries(),
                         major.symmetry_bits(),
                         images.data(),
                         major.representatives(),
                         target.board().all(),
                         rank_tables(target.minor())};
  std::copy_n(free.point, free.count, tables.points.image);
  return tables;
}

/// Groups of ranks of a block of this geometry, for kernels.
inline SubsetGroups subset_groups(const BlockGeometry& geometry,
                                  std::span<const GroupBits> groups) {
  return {groups.data(),
          static_cast<std::uint32_t>(groups.size()),
          {geometry.masks(), geometry.short_masks()}};
}

}  // namespace mill
