#include "builder/blocks/level_bitmaps.h"

#include <algorithm>

#include "base/error.h"

namespace mill {

std::uint64_t* LevelBitmaps::make(std::uint32_t level) {
  const std::lock_guard lock(making_);
  if (std::uint64_t* words = words_[level].load(std::memory_order_relaxed)) return words;
  const std::size_t size = std::size_t{blocks_.count()} * words_per_block_ * sizeof(std::uint64_t);
  memory_[level] = PooledBytes(pool_, size);
  MILLSTONE_CHECK(memory_[level].valid());
  std::fill_n(memory_[level].data(), size, std::uint8_t{0});
  auto* words = reinterpret_cast<std::uint64_t*>(memory_[level].data());
  words_[level].store(words, std::memory_order_release);
  return words;
}

void LevelBitmaps::drop(std::uint32_t level) {
  words_[level].store(nullptr, std::memory_order_relaxed);
  memory_[level].release();
}

}  // namespace mill
