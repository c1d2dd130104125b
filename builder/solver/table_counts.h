#pragma once

#include <array>

#include "builder/solver/block_stage.h"
#include "builder/solver/key_table.h"
#include "game/class_counts.h"

namespace millstone {

/// Number of classes by their keys.
using KeyHistogram = std::array<std::uint64_t, 256>;

/// Adds the keys of one numbering block, each class once.
/// @param keys  geometry.size() of them
void add_block(const BlockGeometry& geometry, std::uint32_t block, const Key* keys,
               KeyHistogram& histogram);

/// The statistics of a subspace of so many slots.
ClassCounts counts_of(const KeyHistogram& histogram, std::uint64_t slots);

/// Counts the finished keys of a table, each class once, on all threads of the arena.
ClassCounts count_classes(const KeyTable& keys, ScratchPool& scratch);

}  // namespace millstone
