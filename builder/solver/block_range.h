#pragma once

#include <cstdint>

namespace mill {

/// Consecutive blocks of a subspace.
struct BlockRange {
  std::uint32_t begin = 0, end = 0;  ///< the first, and the one after the last

  std::uint32_t count() const { return end - begin; }
  bool contains(std::uint32_t block) const { return block - begin < count(); }
};

}  // namespace mill
