#pragma once

#include "builder/blocks/block_geometry.h"
#include "builder/blocks/scratch.h"

namespace mill {

/// A step of minor stones that gains a packed point, loses one, or both.
struct PackedStep {
  int gained = -1, lost = -1;  ///< -1: none
};

/// A step of major stones, for the minor stones: their packed points become others.
struct MappedStep {
  PackedMap map;
  Mask lacking_before = 0, lacking_after = 0;  ///< points that none of them stands on
};

/// For the subsets in scratch.source, all of which can make the step: best[rank] = max(itself,
/// table at the rank that the step leads to).
/// @param table  cells of a block by rank, padded to whole groups
/// @param best   likewise
template <typename Cell>
void raise_by_step(const Kernels& kernels, const PackedStep& step, const BlockGeometry& geometry,
                   const BlockGeometry& reached, const Cell* table, Scratch& scratch, Cell* best);

/// The same for a step to another block.
template <typename Cell>
void raise_by_step(const Kernels& kernels, const MappedStep& step, const BlockGeometry& geometry,
                   const BlockGeometry& reached, const Cell* table, Scratch& scratch, Cell* best);

}  // namespace mill
