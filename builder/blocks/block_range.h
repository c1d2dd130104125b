#pragma once

#include <algorithm>
#include <cstdint>

#include "base/error.h"

namespace mill {

/// Consecutive blocks of a subspace.
struct BlockRange {
  std::uint32_t begin = 0, end = 0;  ///< the first, and the one after the last

  std::uint32_t count() const { return end - begin; }
  bool contains(std::uint32_t block) const { return block - begin < count(); }
};

/// Calls `work(step)` for one stretch of at most `size` blocks after the other, until one fails.
template <typename Work>
Result<void> for_each_step(BlockRange blocks, std::uint32_t size, Work&& work) {
  while (blocks.count() > 0) {
    const BlockRange step{blocks.begin, blocks.begin + std::min(blocks.count(), size)};
    MILLSTONE_TRY(work(step));
    blocks.begin = step.end;
  }
  return {};
}

}  // namespace mill
