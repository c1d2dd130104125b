#pragma once

#include <bit>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "base/error.h"

namespace mill {

/// Zero bytes straight from the operating system, at least 4 KiB aligned; null when it refuses.
/// Memory is taken as it is used, in huge pages where the system has them: tables are read at
/// random places, and the address of a small page would have to be looked up each time.
void* map_zeroes(std::size_t bytes);

/// The same number or the next that is whole pages.
std::size_t up_to_page(std::size_t bytes);

/// Gives such bytes back, or some whole pages at their end.
void unmap(void* memory, std::size_t bytes);

/// Makes them zero bytes again, in fresh memory: a page lies near the processor that uses it next.
void forget(void* memory, std::size_t bytes);

/// A large array whose elements start as zero bytes. Movable, owns its memory.
template <typename T>
class LargeArray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  LargeArray() = default;

  /// Not valid() when the system refuses.
  explicit LargeArray(std::size_t size) : size_(size) {
    if (size <= SIZE_MAX / sizeof(T)) elements_ = static_cast<T*>(map_zeroes(size * sizeof(T)));
  }

  /// kNotEnoughMemory when the system refuses.
  static Result<LargeArray> make(std::size_t size) {
    LargeArray array(size);
    if (!array.valid())
      return fail(ErrorCode::kNotEnoughMemory,
                  "the system has no memory left for {} times {} bytes", size, sizeof(T));
    return array;
  }

  LargeArray(LargeArray&& other) noexcept
      : elements_(std::exchange(other.elements_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  LargeArray& operator=(LargeArray&& other) noexcept {
    std::swap(elements_, other.elements_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~LargeArray() {
    if (elements_) unmap(elements_, size_ * sizeof(T));
  }

  /// Gives pages beyond the first `size` elements back to the system; size() is then what is left.
  void shrink(std::size_t size) {
    static_assert(std::has_single_bit(sizeof(T)));  // so that pages hold whole elements
    const std::size_t kept = up_to_page(size * sizeof(T));
    if (kept >= size_ * sizeof(T)) return;
    unmap(reinterpret_cast<char*>(elements_) + kept, size_ * sizeof(T) - kept);
    size_ = kept / sizeof(T);
  }

  /// All elements are zero bytes, as at first.
  void clear() {
    if (elements_) forget(elements_, size_ * sizeof(T));
  }

  bool valid() const { return elements_ != nullptr || size_ == 0; }
  T* data() { return elements_; }
  const T* data() const { return elements_; }
  T& operator[](std::size_t index) { return elements_[index]; }
  const T& operator[](std::size_t index) const { return elements_[index]; }
  std::size_t size() const { return size_; }

 private:
  T* elements_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace mill
