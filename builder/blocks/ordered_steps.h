#pragma once

#include "builder/blocks/block_geometry.h"
#include "builder/blocks/scratch.h"

namespace mill {

/// A step of minor stones that gains a packed point, loses one, or both.
struct PackedStep {
  int gained = -1, lost = -1;  ///< -1: none
};

/// For the subsets in scratch.source, all of which can make the step: best[rank] = max(itself,
/// table at the rank that the step leads to).
/// @param table  cells of a block by rank, padded to whole groups
/// @param best   likewise
template <typename Cell>
void raise_by_step(const Kernels& kernels, const PackedStep& step, const BlockGeometry& geometry,
                   const BlockGeometry& reached, const Cell* table, Scratch& scratch, Cell* best);

}  // namespace mill
