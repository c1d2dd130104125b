#include "builder/verifier/key_array.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace millstone::verifier {
namespace {

// Random reads from gigabytes spend most of their time in the page tables unless pages are huge.
constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kCacheLine = 64;

}  // namespace

Result<KeyArray> KeyArray::make(std::size_t size) {
  const std::size_t unit = size >= kHugePage ? kHugePage : kCacheLine;
  const std::size_t rounded = (size + unit - 1) / unit * unit;
  KeyArray array;
  array.bytes_.reset(static_cast<Key*>(std::aligned_alloc(unit, rounded)));
  array.size_ = size;
  if (rounded > 0 && !array.bytes_)
    return fail(ErrorCode::kNotEnoughMemory, "the system has no {} bytes of memory left", rounded);
#ifdef __linux__
  if (unit == kHugePage) madvise(array.bytes_.get(), rounded, MADV_HUGEPAGE);
#endif
  return array;
}

}  // namespace millstone::verifier
