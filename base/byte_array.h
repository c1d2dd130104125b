#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace millstone {

/// A large array of bytes straight from the operating system, 4 KiB aligned, on huge pages where
/// the kernel has them. Movable, owns its memory.
class ByteArray {
 public:
  ByteArray() = default;

  /// An array of `size` zero bytes; not valid() when the system refuses.
  explicit ByteArray(std::size_t size);
  ByteArray(ByteArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  ByteArray& operator=(ByteArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~ByteArray();

  /// Gives pages beyond the first `size` bytes back to the system.
  void shrink(std::size_t size);

  bool valid() const { return data_ != nullptr || size_ == 0; }
  std::uint8_t* data() { return data_; }
  const std::uint8_t* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Keeps arrays that are no longer used for those who ask next: fresh pages must be zeroed by the
/// system first, which took a quarter of a build's time. Safe to use from many threads.
class ByteArrayPool {
 public:
  /// @param exact  whether arrays that are handed out take no more memory than was asked for, so
  /// that
  ///               a budget holds; otherwise a recycled array may be up to three times as large
  explicit ByteArrayPool(bool exact = false) : exact_(exact) {}

  /// An array of at least `size` bytes with undefined contents; not valid() when the system
  /// refuses.
  ByteArray take(std::size_t size);

  /// Keeps an array for later.
  void give(ByteArray array);

  /// Most bytes that were handed out at a time.
  std::size_t most_taken() const;

  /// Keeps at most `bytes` of idle arrays from now on; the largest go back to the system first.
  void limit(std::size_t bytes);

 private:
  ByteArray find_idle(std::size_t size);
  void trim();

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

}  // namespace millstone
