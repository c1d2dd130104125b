#include "base/large_array.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstring>

#include "base/machine.h"

namespace mill {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

}  // namespace

std::size_t up_to_page(std::size_t bytes) {
  return (bytes + page_size() - 1) / page_size() * page_size();
}

void* map_zeroes(std::size_t bytes) {
  if (bytes == 0 || bytes > SIZE_MAX - kHugePage) return nullptr;
  // A little more, so that large arrays can begin with a huge page.
  const std::size_t more = bytes < kHugePage ? 0 : kHugePage;
  void* memory =
      ::mmap(nullptr, bytes + more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  auto* first = static_cast<char*>(memory);
  if (more != 0) {
    const std::size_t before =
        (kHugePage - reinterpret_cast<std::uintptr_t>(first) % kHugePage) % kHugePage;
    if (before != 0) ::munmap(first, before);
    first += before;
    // Up to the page that the array ends in.
    const std::size_t end = up_to_page(bytes);
    const std::size_t all = up_to_page(bytes + more);
    if (before + end < all) ::munmap(first + end, all - before - end);
  }
  // Only a hint: where it is refused the array works all the same, with more page faults.
  ::madvise(first, bytes, MADV_HUGEPAGE);
  return first;
}

void unmap(void* memory, std::size_t bytes) { ::munmap(memory, bytes); }

void forget(void* memory, std::size_t bytes) {
  if (::madvise(memory, bytes, MADV_DONTNEED) != 0) std::memset(memory, 0, bytes);
}

}  // namespace mill
