#pragma once

#include <cstdint>

#include "game/subspace.h"
#include "game/variant.h"

namespace mill {

// What is counted beside solve_memory() (builder/solver/solver.h).

struct ConversionGroup;

/// Bytes of the outcomes of one subspace in memory.
std::uint64_t table_memory(const Variant& variant, const Subspace& subspace);

/// Bytes of the index of the major stones, which every table in memory has.
std::uint64_t index_memory(const Board& board, int major_stones);

/// What solve_memory() says, once distances beyond what a byte tells are worked out in a further
/// window (builder/solver/distance_window.h), which few games need, with inputs as small as they
/// get.
/// @param done  windows that are finished, 1 or more
std::uint64_t window_memory(const Variant& variant, const Subspace& subspace, std::uint64_t done,
                            int members = 1);

/// What is left for an input, and for what is made of it, of the limit of a solve that holds so
/// many tables already.
std::uint64_t input_memory(const Variant& variant, const Subspace& subspace, std::uint64_t limit,
                           std::uint64_t tables, int members = 1);

/// The same for one input of a pair's further window, which is held twice: as it is, and as it is
/// seen from the window.
std::uint64_t window_input_memory(const Variant& variant, const Subspace& subspace,
                                  std::uint64_t limit, std::uint64_t tables, int members = 1);

/// How many blocks of the input of a group to gather at a time. Parts are no smaller than a
/// sixteenth, since some of the work is done again for each.
std::uint32_t part_size(const Variant& variant, const Subspace& subspace,
                        const ConversionGroup& group, std::uint64_t input_memory, int members = 1);

}  // namespace mill
