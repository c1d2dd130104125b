#include "engine/proof/proof_table.h"

#include <algorithm>
#include <new>

namespace mill {
namespace {

// The low two bits of a word: 0 is an empty word.
constexpr std::uint64_t kNotProved = 1, kProved = 2, kAnswer = 3;

}  // namespace

ProofTable::ProofTable(std::uint64_t bytes)
    : buckets_(std::max<std::uint64_t>(bytes / (kWays * sizeof(std::uint64_t)), 1)),
      words_(buckets_ * kWays) {
  if (!words_.valid()) throw std::bad_alloc();
}

std::optional<bool> ProofTable::find(std::uint64_t key) const {
  const std::uint64_t first = first_of(key);
  for (std::uint64_t i = first; i < first + kWays; ++i) {
    const std::uint64_t word = words_[i].load(std::memory_order_relaxed);
    if ((word ^ key) >> 2 == 0 && (word & kAnswer)) return (word & kAnswer) == kProved;
  }
  return std::nullopt;
}

void ProofTable::store(std::uint64_t key, bool proved) {
  const std::uint64_t word = (key & ~kAnswer) | (proved ? kProved : kNotProved);
  const std::uint64_t first = first_of(key);
  for (std::uint64_t i = first; i < first + kWays; ++i) {
    const std::uint64_t old = words_[i].load(std::memory_order_relaxed);
    if (old != 0 && (old ^ key) >> 2 != 0) continue;
    words_[i].store(word, std::memory_order_relaxed);
    return;
  }
  // All taken: one of them, by the key, so that no position is favoured.
  words_[first + (key >> 3) % kWays].store(word, std::memory_order_relaxed);
}

}  // namespace mill
