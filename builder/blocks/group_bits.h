#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "builder/blocks/block_geometry.h"
#include "builder/blocks/kernels.h"

namespace mill {

/// Calls `visit(group)` for every group marked in `count` words.
template <typename Visit>
void for_each_group(const std::uint64_t* words, std::uint32_t count, Visit&& visit) {
  for (std::uint32_t word = 0; word < count; ++word)
    for (std::uint64_t rest = words[word]; rest; rest &= rest - 1)
      visit(64 * word + static_cast<std::uint32_t>(std::countr_zero(rest)));
}

/// Calls `visit(rank)` for every rank of an entry.
template <typename Visit>
void for_each_rank_of(const GroupBits& entry, Visit&& visit) {
  for (std::uint64_t bits = entry.bits; bits; bits &= bits - 1)
    visit(entry.group * kGroupSize + static_cast<std::uint32_t>(std::countr_zero(bits)));
}

/// Adds a rank that is not below those of the last group.
inline void append_rank(std::vector<GroupBits>& groups, std::uint32_t rank) {
  if (groups.empty() || groups.back().group != rank / kGroupSize)
    groups.push_back({rank / kGroupSize, 0});
  groups.back().bits |= std::uint64_t{1} << rank % kGroupSize;
}

}  // namespace mill
