#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "builder/blocks/block_geometry.h"
#include "builder/blocks/kernels.h"

namespace mill {

/// A step of a minor stone between packed points of one block.
struct MinorStep {
  std::uint8_t from, to;
};

/// The steps minor stones can make among the free points of a block: slides along edges, or
/// flights between any two points.
class MinorSteps {
 public:
  MinorSteps(const Board& board, const PackedIndex& free_points, bool anywhere);

  const MinorStep* begin() const { return steps_.data(); }
  const MinorStep* end() const { return steps_.data() + count_; }

 private:
  std::array<MinorStep, kMaxPoints*(kMaxPoints - 1)> steps_;  // the first count_ of them
  std::size_t count_ = 0;
};

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
