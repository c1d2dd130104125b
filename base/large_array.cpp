#include "base/large_array.h"

#include <sys/mman.h>

#include <cstdint>

namespace mill {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

}  // namespace

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
    constexpr std::size_t kPage = 4096;
    const std::size_t end = (bytes + kPage - 1) / kPage * kPage;
    const std::size_t all = (bytes + more + kPage - 1) / kPage * kPage;
    if (before + end < all) ::munmap(first + end, all - before - end);
  }
  // Only a hint: where it is refused the array works all the same, with more page faults.
  ::madvise(first, bytes, MADV_HUGEPAGE);
  return first;
}

void unmap(void* memory, std::size_t bytes) { ::munmap(memory, bytes); }

}  // namespace mill
