#pragma once

#include <array>

#include "builder/solver/outcome_table.h"
#include "game/class_counts.h"

namespace mill {

/// Number of classes by their outcomes.
using OutcomeHistogram = std::array<std::uint64_t, 256>;

/// Adds the outcomes of one numbering block, each class once.
/// @param outcomes  geometry.size() of them
void add_block(const BlockGeometry& geometry, std::uint32_t block, const OutcomeByte* outcomes,
               OutcomeHistogram& histogram);

/// The statistics of a subspace of so many slots.
ClassCounts counts_of(const OutcomeHistogram& histogram, std::uint64_t slots);

/// Counts the finished outcomes that a table holds, each class once, on all threads of the arena.
ClassCounts count_classes(const OutcomeTable& outcomes);

}  // namespace mill
