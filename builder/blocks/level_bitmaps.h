#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "base/byte_array_pool.h"
#include "builder/blocks/block_range.h"

namespace mill {

/// For each of a number of levels that a position may become final at, one bit for every group of
/// 64 slots: "some slot of this group may belong to this level". Scanning a level reads only what
/// is marked, so that the many sparse levels cost little. The bitmap of a level is made when the
/// first mark of it is set.
///
/// Threads may set marks at the same time as long as no two work on the same block.
class LevelBitmaps {
 public:
  /// @param levels  their numbers begin with 0
  /// @param blocks  those that have marks
  LevelBitmaps(std::uint32_t levels, BlockRange blocks, std::uint32_t groups_per_block,
               std::shared_ptr<ByteArrayPool> pool)
      : blocks_(blocks),
        words_per_block_((groups_per_block + 63) / 64),
        pool_(std::move(pool)),
        words_(levels),
        memory_(levels) {}

  std::uint32_t levels() const { return static_cast<std::uint32_t>(words_.size()); }
  std::uint32_t words_per_block() const { return words_per_block_; }

  /// Marks the group of a rank in a block.
  void set(std::uint32_t level, std::uint32_t block, std::uint32_t group) {
    std::uint64_t* words = words_[level].load(std::memory_order_acquire);
    if (!words) words = make(level);
    words[first_word(block) + group / 64] |= std::uint64_t{1} << group % 64;
  }

  /// Whether a mark was ever set.
  bool has(std::uint32_t level) const {
    return words_[level].load(std::memory_order_acquire) != nullptr;
  }

  /// The words of a block for a level, words_per_block() of them; null if nothing was ever marked.
  const std::uint64_t* find(std::uint32_t level, std::uint32_t block) const {
    const std::uint64_t* const words = words_[level].load(std::memory_order_acquire);
    return words ? words + first_word(block) : nullptr;
  }

  /// Gives the memory of a level back, when no thread works on it.
  void drop(std::uint32_t level);

 private:
  std::uint64_t* make(std::uint32_t level);
  std::size_t first_word(std::uint32_t block) const {
    return std::size_t{block - blocks_.begin} * words_per_block_;
  }

  BlockRange blocks_;
  std::uint32_t words_per_block_;
  std::shared_ptr<ByteArrayPool> pool_;
  std::vector<std::atomic<std::uint64_t*>> words_;  // by level
  std::vector<PooledBytes> memory_;
  std::mutex making_;
};

}  // namespace mill
