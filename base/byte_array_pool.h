#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/large_array.h"

namespace mill {

using ByteArray = LargeArray<std::uint8_t>;

/// Keeps arrays that are no longer used for those who ask next: fresh pages must be zeroed by the
/// system first, which took a quarter of a build's time. With those that it keeps, it never holds
/// more than was handed out at a time. Safe to use from many threads.
class ByteArrayPool {
 public:
  /// @param exact  whether arrays that are handed out take no more memory than was asked for, for a
  ///               budget to hold; otherwise a recycled array may be up to three times as large
  explicit ByteArrayPool(bool exact = false) : exact_(exact) {}

  /// An array of at least `size` bytes with undefined contents; not valid() when the system
  /// refuses.
  ByteArray take(std::size_t size);

  /// Keeps an array for later.
  void give(ByteArray array);

  /// Most bytes that were handed out at a time, and held.
  std::size_t most_taken() const;

  /// Keeps at most `bytes` of idle arrays from now on; the largest go back to the system first.
  void limit(std::size_t bytes);

 private:
  ByteArray find_idle(std::size_t size);
  void keep_at_most(std::size_t bytes);

  bool exact_;
  mutable std::mutex mutex_;
  std::size_t limit_ = SIZE_MAX;
  std::size_t idle_bytes_ = 0;
  std::size_t taken_ = 0, most_taken_ = 0;  // bytes handed out
  std::vector<ByteArray> idle_;             // by size, smallest first
};

/// An array that returns to its pool.
class PooledBytes {
 public:
  PooledBytes() = default;
  PooledBytes(std::shared_ptr<ByteArrayPool> pool, std::size_t size)
      : pool_(std::move(pool)), array_(pool_->take(size)) {}
  PooledBytes(PooledBytes&&) noexcept = default;
  PooledBytes& operator=(PooledBytes&& other) noexcept {
    release();
    pool_ = std::move(other.pool_);
    array_ = ByteArray(std::move(other.array_));
    return *this;
  }
  ~PooledBytes() { release(); }

  bool valid() const { return array_.valid(); }
  std::uint8_t* data() { return array_.data(); }
  const std::uint8_t* data() const { return array_.data(); }
  void release() {
    if (pool_) pool_->give(std::move(array_));
    pool_.reset();
  }

 private:
  std::shared_ptr<ByteArrayPool> pool_;
  ByteArray array_;
};

}  // namespace mill
