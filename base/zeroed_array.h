#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace millstone {

/// A large array whose elements start as zero bytes. Memory is taken as it is used, in large pages
/// where the system has them: tables are read at random places, and the address of a small page
/// would have to be looked up each time.
template <typename T>
class ZeroedArray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  /// Throws std::bad_alloc.
  explicit ZeroedArray(std::size_t size) : size_(size) {
    const std::size_t bytes = size * sizeof(T);
    void* memory =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    ::madvise(memory, bytes, MADV_HUGEPAGE);
    elements_ = {static_cast<T*>(memory), Unmap{bytes}};
  }

  std::size_t size() const { return size_; }
  T& operator[](std::size_t index) const { return elements_.get()[index]; }

 private:
  struct Unmap {
    std::size_t bytes = 0;
    void operator()(T* elements) const { ::munmap(elements, bytes); }
  };
  std::unique_ptr<T, Unmap> elements_;
  std::size_t size_;
};

}  // namespace millstone
