#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "base/byte_array_pool.h"
#include "game/value.h"

namespace mill {

/// For each outcome byte that a position may be decided with, one bit for every group of 64 slots:
/// "some slot of this group may have this outcome byte". Scanning a level reads only what is
/// marked, so that the many sparse levels cost little. The bitmap of an outcome byte is made when
/// the first mark of it is set.
///
/// Threads may set marks at the same time as long as no two work on the same block.
class LevelBitmaps {
 public:
  LevelBitmaps(std::uint32_t blocks, std::uint32_t groups_per_block,
               std::shared_ptr<ByteArrayPool> pool)
      : words_per_block_((groups_per_block + 63) / 64), blocks_(blocks), pool_(std::move(pool)) {}

  std::uint32_t words_per_block() const { return words_per_block_; }

  /// Marks the group of a rank in a block.
  void set(OutcomeByte byte, std::uint32_t block, std::uint32_t group) {
    std::uint64_t* words = levels_[byte].load(std::memory_order_acquire);
    if (!words) words = make(byte);
    words[std::size_t{block} * words_per_block_ + group / 64] |= std::uint64_t{1} << group % 64;
  }

  /// The words of all blocks for an outcome byte, words_per_block() each; null if nothing was ever
  /// marked.
  const std::uint64_t* level(OutcomeByte byte) const {
    return levels_[byte].load(std::memory_order_acquire);
  }

  /// Gives the memory of a level back, when no thread works on it.
  void drop(OutcomeByte byte);

  /// Largest distance that a mark stands for, -1 if there is none.
  int longest_pending() const;

 private:
  std::uint64_t* make(OutcomeByte byte);

  std::uint32_t words_per_block_, blocks_;
  std::array<std::atomic<std::uint64_t*>, 256> levels_{};
  std::shared_ptr<ByteArrayPool> pool_;
  std::array<PooledBytes, 256> memory_;
  std::mutex making_;
};

}  // namespace mill
