#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace millstone {

/// A large array of bytes straight from the operating system, 4 KiB aligned, on huge pages where
/// the kernel has them. New arrays read as zero and cost no memory until they are written. Movable,
/// owns its memory.
class ByteArray {
 public:
  ByteArray() = default;

  /// An array of `size` bytes; not valid() when the system refuses.
  explicit ByteArray(std::size_t size);
  ByteArray(ByteArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  ByteArray& operator=(ByteArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~ByteArray();

  bool valid() const { return data_ != nullptr || size_ == 0; }
  std::uint8_t* data() { return data_; }
  const std::uint8_t* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::uint8_t& operator[](std::size_t index) { return data_[index]; }
  std::uint8_t operator[](std::size_t index) const { return data_[index]; }

 private:
  std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace millstone
