#include "builder/solver/level_marks.h"

#include <algorithm>

#include "base/error.h"

namespace millstone {

std::uint64_t* LevelMarks::make(Key key) {
  const std::lock_guard lock(making_);
  if (std::uint64_t* words = levels_[key].load(std::memory_order_relaxed)) return words;
  const std::size_t size = std::size_t{blocks_} * words_per_block_ * sizeof(std::uint64_t);
  memory_[key] = PooledBytes(pool_, size);
  MILLSTONE_CHECK(memory_[key].valid());
  std::fill_n(memory_[key].data(), size, std::uint8_t{0});
  auto* words = reinterpret_cast<std::uint64_t*>(memory_[key].data());
  levels_[key].store(words, std::memory_order_release);
  return words;
}

void LevelMarks::drop(Key key) {
  levels_[key].store(nullptr, std::memory_order_relaxed);
  memory_[key].release();
}

int LevelMarks::longest_pending() const {
  int longest = -1;
  for (int key = 0; key < 256; ++key)
    if (level(static_cast<Key>(key)))
      longest = std::max(longest, to_outcome(static_cast<Key>(key)).distance);
  return longest;
}

}  // namespace millstone
