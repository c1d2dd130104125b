#include "base/byte_array.h"

#include <sys/mman.h>

#include <algorithm>

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

void ByteArray::shrink(std::size_t size) {
  constexpr std::size_t kPage = 4096;
  const std::size_t kept = (size + kPage - 1) / kPage * kPage;
  if (kept >= size_) return;
  munmap(data_ + kept, size_ - kept);
  size_ = kept;
}

namespace {

// A recycled array may be larger than asked for, but not by more than this.
constexpr std::size_t kMostSlack = 3;

bool smaller(const ByteArray& left, const ByteArray& right) { return left.size() < right.size(); }

}  // namespace

ByteArray ByteArrayPool::take(std::size_t size) {
  if (size == 0) return {};
  const std::lock_guard lock(mutex_);
  ByteArray array = find_idle(size);
  taken_ += array.size();
  most_taken_ = std::max(most_taken_, taken_);
  return array;
}

std::size_t ByteArrayPool::most_taken() const {
  const std::lock_guard lock(mutex_);
  return most_taken_;
}

/// A recycled array, or else a new one.
ByteArray ByteArrayPool::find_idle(std::size_t size) {
  const auto fits = std::find_if(idle_.begin(), idle_.end(),
                                 [&](const ByteArray& array) { return array.size() >= size; });
  if (fits == idle_.end() || fits->size() > kMostSlack * size) return ByteArray(size);
  ByteArray array = std::move(*fits);
  idle_.erase(fits);
  idle_bytes_ -= array.size();
  if (exact_) array.shrink(size);
  return array;
}

void ByteArrayPool::give(ByteArray array) {
  if (array.size() == 0) return;
  const std::lock_guard lock(mutex_);
  idle_bytes_ += array.size();
  taken_ -= array.size();
  idle_.insert(std::upper_bound(idle_.begin(), idle_.end(), array, smaller), std::move(array));
  trim();
}

void ByteArrayPool::limit(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  limit_ = bytes;
  trim();
}

void ByteArrayPool::trim() {
  while (idle_bytes_ > limit_) {
    idle_bytes_ -= idle_.back().size();
    idle_.pop_back();
  }
}

}  // namespace millstone
