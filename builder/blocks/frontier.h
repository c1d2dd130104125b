#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/byte_array_pool.h"
#include "builder/blocks/group_bits.h"

namespace mill {

/// The positions of one table that were decided at the current level, for other blocks to read. A
/// block with few of them, as is usual, has a list of its subsets; one with many has a bitmap of
/// ranks and, to pass over what is empty, a bitmap of its groups.
///
/// Threads may work on different blocks at the same time; add() on any.
class Frontier {
 public:
  static constexpr std::uint32_t kListed = 128;  ///< subsets that a list can hold

  Frontier(std::shared_ptr<const BlockGeometry> geometry,
           const std::shared_ptr<ByteArrayPool>& pool);
  bool valid() const {
    return counts_.valid() && lists_.valid() && bits_.valid() && marks_.valid();
  }

  std::uint32_t words_per_block() const { return words_; }

  /// Positions of a block.
  std::uint32_t count(std::uint32_t block) const { return counts()[block]; }
  /// Their packed subsets, when there are at most kListed.
  const Mask* list(std::uint32_t block) const {
    return reinterpret_cast<const Mask*>(lists_.data()) + std::size_t{block} * kListed;
  }
  /// The bitmap of ranks, when there are more; only the words of marked groups count.
  const std::uint64_t* bits(std::uint32_t block) const {
    return words_of(bits_) + std::size_t{block} * geometry_->groups();
  }
  /// The bitmap of groups that goes with it, words_per_block() words.
  const std::uint64_t* marks(std::uint32_t block) const {
    return words_of(marks_) + std::size_t{block} * words_;
  }

  /// All positions of a block, by groups in order.
  void collect(std::uint32_t block, std::vector<GroupBits>& entries) const;

  /// Replaces what a block shows, in order of groups.
  void publish(std::uint32_t block, std::span<const GroupBits> entries);

  /// The same for ranks in order.
  void publish_ranks(std::uint32_t block, std::span<const std::uint32_t> ranks);

  /// Shows nothing of a block that was published.
  void hide(std::uint32_t block) { count_of(block) = 0; }

  /// Collects single positions in any order, then shows those of a block. To be followed by
  /// withdraw() before the next are added.
  void add(std::uint32_t block, std::uint32_t rank);
  void publish_added(std::uint32_t block);
  void withdraw(std::uint32_t block);

  /// Brings the word that add() will write into the cache.
  void prefetch(std::uint32_t block, std::uint32_t rank) const {
    __builtin_prefetch(bits(block) + rank / kGroupSize, 1);
  }

 private:
  static std::uint64_t* words_of(PooledBytes& bytes) {
    return reinterpret_cast<std::uint64_t*>(bytes.data());
  }
  static const std::uint64_t* words_of(const PooledBytes& bytes) {
    return reinterpret_cast<const std::uint64_t*>(bytes.data());
  }
  const std::uint32_t* counts() const {
    return reinterpret_cast<const std::uint32_t*>(counts_.data());
  }
  std::uint32_t& count_of(std::uint32_t block) {
    return reinterpret_cast<std::uint32_t*>(counts_.data())[block];
  }
  void append(std::uint32_t block, std::uint32_t group, std::uint64_t bits);

  std::shared_ptr<const BlockGeometry> geometry_;
  std::uint32_t words_;
  PooledBytes counts_, lists_, bits_, marks_;
};

}  // namespace mill
