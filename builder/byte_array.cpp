#include "builder/byte_array.h"

#include <sys/mman.h>

namespace millstone {

ByteArray::ByteArray(std::size_t size) : size_(size) {
  if (size == 0) return;
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return;
  // Only a hint: where it is refused the array works all the same, with more page faults.
  madvise(memory, size, MADV_HUGEPAGE);
  data_ = static_cast<std::uint8_t*>(memory);
}

ByteArray::~ByteArray() {
  if (data_) munmap(data_, size_);
}

}  // namespace millstone
