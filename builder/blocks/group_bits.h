#pragma once

#include <bit>
#include <cstdint>
#include <span>
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

/// How many ranks there are in all groups.
inline std::uint32_t count_ranks(std::span<const GroupBits> groups) {
  std::uint32_t count = 0;
  for (const GroupBits& entry : groups)
    count += static_cast<std::uint32_t>(std::popcount(entry.bits));
  return count;
}

/// The same ranks as a bitmap of so many groups.
inline void set_words(std::span<const GroupBits> groups, std::uint32_t count,
                      std::vector<std::uint64_t>& words) {
  words.assign(count, 0);
  for (const GroupBits& entry : groups) words[entry.group] = entry.bits;
}

/// Adds a rank that is not below those of the last group.
inline void append_rank(std::vector<GroupBits>& groups, std::uint32_t rank) {
  if (groups.empty() || groups.back().group != rank / kGroupSize)
    groups.push_back({rank / kGroupSize, 0});
  groups.back().bits |= std::uint64_t{1} << rank % kGroupSize;
}

}  // namespace mill
