#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "base/byte_array_pool.h"
#include "builder/solver/block_range.h"
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
  /// @param blocks  those that have marks
  LevelBitmaps(BlockRange blocks, std::uint32_t groups_per_block,
               std::shared_ptr<ByteArrayPool> pool)
      : blocks_(blocks), words_per_block_((groups_per_block + 63) / 64), pool_(std::move(pool)) {}

  std::uint32_t words_per_block() const { return words_per_block_; }

  /// Marks the group of a rank in a block.
  void set(OutcomeByte byte, std::uint32_t block, std::uint32_t group) {
    std::uint64_t* words = levels_[byte].load(std::memory_order_acquire);
    if (!words) words = make(byte);
    words[first_word(block) + group / 64] |= std::uint64_t{1} << group % 64;
  }

  /// The words of a block for an outcome byte, words_per_block() of them; null if nothing was ever
  /// marked.
  const std::uint64_t* find(OutcomeByte byte, std::uint32_t block) const {
    const std::uint64_t* const words = levels_[byte].load(std::memory_order_acquire);
    return words ? words + first_word(block) : nullptr;
  }

  /// Gives the memory of a level back, when no thread works on it.
  void drop(OutcomeByte byte);

  /// Largest distance that a mark stands for, -1 if there is none.
  int longest_pending() const;

 private:
  std::uint64_t* make(OutcomeByte byte);
  std::size_t first_word(std::uint32_t block) const {
    return std::size_t{block - blocks_.begin} * words_per_block_;
  }

  BlockRange blocks_;
  std::uint32_t words_per_block_;
  std::array<std::atomic<std::uint64_t*>, 256> levels_{};
  std::shared_ptr<ByteArrayPool> pool_;
  std::array<PooledBytes, 256> memory_;
  std::mutex making_;
};

}  // namespace mill
