#include "engine/search/transposition_table.h"

#include <algorithm>
#include <bit>
#include <new>

#include "engine/positions/packed_action.h"

namespace mill {
namespace {

// An entry's data word, from the lowest bit: score 16, depth 8, bound 2, age 6, action 16.
constexpr int kDepthShift = 16, kBoundShift = 24, kAgeShift = 26, kActionShift = 32;
constexpr int kDeepestStored = 255;

std::uint64_t pack(const TableEntry& entry, std::uint32_t age) {
  const int depth = std::clamp(entry.depth, 0, kDeepestStored);
  return static_cast<std::uint16_t>(static_cast<std::int16_t>(entry.score)) |
         static_cast<std::uint64_t>(depth) << kDepthShift |
         static_cast<std::uint64_t>(entry.bound) << kBoundShift |
         static_cast<std::uint64_t>(age) << kAgeShift |
         static_cast<std::uint64_t>(pack_action(entry.best)) << kActionShift;
}

int depth_of(std::uint64_t data) { return static_cast<int>(data >> kDepthShift & 255); }
std::uint32_t age_of(std::uint64_t data) {
  return static_cast<std::uint32_t>(data >> kAgeShift & 63);
}

}  // namespace

TranspositionTable::TranspositionTable(std::uint64_t bytes)
    : buckets_(std::bit_floor(std::max<std::uint64_t>(bytes / sizeof(Bucket), 1))),
      mask_(buckets_.size() - 1) {
  if (!buckets_.valid()) throw std::bad_alloc();
}

std::optional<TableEntry> TranspositionTable::find(std::uint64_t key) const {
  for (const Slot& slot : bucket(key).slots) {
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    if (data == 0 || (slot.check.load(std::memory_order_relaxed) ^ data) != key) continue;
    return unpack(data);
  }
  return std::nullopt;
}

TableEntry TranspositionTable::unpack(std::uint64_t data) {
  return {static_cast<std::int16_t>(data & 0xFFFF), depth_of(data),
          static_cast<Bound>(data >> kBoundShift & 3),
          unpack_action(static_cast<std::uint32_t>(data >> kActionShift))};
}

int TranspositionTable::worth(std::uint64_t data) const {
  if (data == 0) return -1;
  return depth_of(data) + (age_of(data) == age_ ? kDeepestStored + 1 : 0);
}

void TranspositionTable::store(std::uint64_t key, const TableEntry& entry) {
  Slot* chosen = nullptr;
  int least = 0;
  for (Slot& slot : bucket(key).slots) {
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    if ((slot.check.load(std::memory_order_relaxed) ^ data) == key) {
      chosen = &slot;
      break;
    }
    if (!chosen || worth(data) < least) {
      chosen = &slot;
      least = worth(data);
    }
  }
  const std::uint64_t data = pack(entry, age_);
  chosen->check.store(key ^ data, std::memory_order_relaxed);
  chosen->data.store(data, std::memory_order_relaxed);
}

void TranspositionTable::clear() { buckets_.clear(); }

int TranspositionTable::used_permille() const {
  const std::uint64_t sampled = std::min<std::uint64_t>(mask_ + 1, 1000 / kWays);
  int used = 0;
  for (std::uint64_t i = 0; i < sampled; ++i)
    for (const Slot& slot : buckets_[i].slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      used += data != 0 && age_of(data) == age_;
    }
  return static_cast<int>(1000 * used / (static_cast<std::int64_t>(sampled) * kWays));
}

}  // namespace mill
