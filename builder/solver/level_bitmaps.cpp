#include "builder/solver/level_bitmaps.h"

#include <algorithm>

#include "base/error.h"

namespace mill {

std::uint64_t* LevelBitmaps::make(OutcomeByte byte) {
  const std::lock_guard lock(making_);
  if (std::uint64_t* words = levels_[byte].load(std::memory_order_relaxed)) return words;
  const std::size_t size = std::size_t{blocks_.count()} * words_per_block_ * sizeof(std::uint64_t);
  memory_[byte] = PooledBytes(pool_, size);
  MILLSTONE_CHECK(memory_[byte].valid());
  std::fill_n(memory_[byte].data(), size, std::uint8_t{0});
  auto* words = reinterpret_cast<std::uint64_t*>(memory_[byte].data());
  levels_[byte].store(words, std::memory_order_release);
  return words;
}

void LevelBitmaps::drop(OutcomeByte byte) {
  levels_[byte].store(nullptr, std::memory_order_relaxed);
  memory_[byte].release();
}

int LevelBitmaps::longest_pending() const {
  int longest = -1;
  for (int byte = 0; byte < 256; ++byte)
    if (levels_[static_cast<std::size_t>(byte)].load(std::memory_order_acquire))
      longest = std::max(longest, to_outcome(static_cast<OutcomeByte>(byte)).distance);
  return longest;
}

}  // namespace mill
