#include "base/byte_array_pool.h"

#include <algorithm>

namespace mill {
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
  keep_at_most(std::min(limit_, most_taken_ - taken_));
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
  keep_at_most(limit_);
}

void ByteArrayPool::limit(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  limit_ = bytes;
  keep_at_most(limit_);
}

/// Gives idle arrays back to the system, the largest first, until there are no more bytes of them.
void ByteArrayPool::keep_at_most(std::size_t bytes) {
  while (idle_bytes_ > bytes) {
    idle_bytes_ -= idle_.back().size();
    idle_.pop_back();
  }
}

}  // namespace mill
