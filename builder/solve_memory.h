#pragma once

#include <cstdint>

#include "builder/exits.h"

namespace millstone {

/// Bytes of the keys of one subspace in memory.
std::uint64_t table_memory(const Variant& variant, const Subspace& subspace);

/// Blocks of one subspace.
std::uint32_t block_count(const Variant& variant, const Subspace& subspace);

/// Most bytes that solve_subspace() holds at a time, its inputs included.
struct SolveMemory {
  std::uint64_t usual = 0;  ///< with one input in turn, whole
  std::uint64_t least = 0;  ///< with inputs in parts, as small as they get
};
SolveMemory solve_memory(const Variant& variant, const Subspace& subspace);

/// What is left for an input, and for what is made of it, of the memory of a solve that holds so
/// many tables already.
std::uint64_t input_memory(const Variant& variant, const Subspace& subspace,
                           std::uint64_t solve_memory, std::uint64_t tables);

/// How many blocks of the input of a group to gather at a time. Parts are no smaller than a
/// sixteenth, since some of the work is done again for each.
std::uint32_t part_size(const Variant& variant, const Subspace& subspace, const ExitGroup& group,
                        std::uint64_t input_memory);

}  // namespace millstone
