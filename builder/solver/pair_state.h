#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "builder/solver/key_table.h"
#include "builder/solver/level_marks.h"
#include "builder/solver/major_moves.h"

namespace millstone {

/// A step of a minor stone between packed points of one block.
struct MinorStep {
  std::uint8_t from, to;
};

/// What is known of one side to move while a pair is being solved. A key is final once its level
/// has been reached; before, it is the best win by capture found so far or, while the counter is
/// not zero, the loss that captures would force at the earliest (ALGORITHM.md).
struct SideState {
  KeyTable keys;
  PooledBytes counters;
  LevelMarks marks;
  /// Of each block the positions whose only turn is a pass; empty where the rules know none.
  std::vector<std::vector<GroupBits>> passes;

  /// @param best  what exits lead to, to be settled (first_values.h)
  SideState(KeyTable best, const std::shared_ptr<ByteArrayPool>& pool)
      : keys(std::move(best)),
        counters(pool, keys.geometry().table_bytes()),
        marks(keys.geometry().blocks(), keys.geometry().groups(), pool) {}

  /// Goes on with the counters and passes of another.
  SideState(KeyTable best, SideState& before, const std::shared_ptr<ByteArrayPool>& pool)
      : keys(std::move(best)),
        counters(std::move(before.counters)),
        marks(keys.geometry().blocks(), keys.geometry().groups(), pool),
        passes(std::move(before.passes)) {}

  std::uint8_t* block_counters(std::uint32_t block) {
    return counters.data() + std::size_t{block} * keys.geometry().stride();
  }
};

/// Buffers of one thread.
struct Scratch {
  std::vector<GroupBits> source, frontier;
  std::vector<std::uint32_t> ranks, blocks;
  std::vector<std::uint8_t> quiet, row, fold;
  std::vector<std::uint64_t> words, blocked;

  void fit(const BlockGeometry& geometry) {
    if (quiet.size() == geometry.stride()) return;
    // One block's updates, then one more call's: a step of a whole block, or all steps of a few
    // positions.
    ranks.resize(2 * std::size_t{geometry.stride()} + 32 * 32 * 32);
    blocks.resize(geometry.stride() + 64);
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

inline MaskTables mask_tables(const BlockGeometry& geometry) {
  return {geometry.masks(), geometry.short_masks()};
}

}  // namespace millstone
