#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "base/large_array.h"

namespace mill {

/// Remembers of which positions a claim was proved or not: one word each, shared by threads
/// without a lock. Keys are compared in 62 of their 64 bits.
class ProofTable {
 public:
  /// Throws std::bad_alloc.
  explicit ProofTable(std::uint64_t bytes);

  std::optional<bool> find(std::uint64_t key) const;
  void store(std::uint64_t key, bool proved);

  std::uint64_t capacity() const { return words_.size(); }

 private:
  static constexpr std::uint64_t kWays = 8;  // words of a cache line
  std::uint64_t first_of(std::uint64_t key) const { return (key >> 8) % buckets_ * kWays; }

  std::uint64_t buckets_;
  LargeArray<std::atomic<std::uint64_t>> words_;  // key without its low two bits, and the answer
};

}  // namespace mill
