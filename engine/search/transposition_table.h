#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "base/large_array.h"
#include "engine/evaluation/score.h"
#include "game/moves.h"

namespace mill {

/// How a stored score relates to the true one.
enum class Bound : std::uint8_t { kNone, kLower, kUpper, kExact };

/// What the table knows of a position.
struct TableEntry {
  Score score = 0;  ///< decided scores counted from the position, not from the root
  int depth = 0;    ///< plies searched below it
  Bound bound = Bound::kNone;
  std::optional<Action> best;
};

/// Results of positions already searched, shared by all threads without a lock: an entry is two
/// words, the second stored combined with the key, so that a half-written entry has a wrong key.
/// Source: R. Hyatt and T. Mann, A lock-less transposition table implementation, 2002.
class TranspositionTable {
 public:
  /// Makes a table of at most so many bytes, at least one bucket. Throws std::bad_alloc.
  explicit TranspositionTable(std::uint64_t bytes);

  /// Tells the processor that the bucket will be needed soon.
  void prefetch(std::uint64_t key) const {
    __builtin_prefetch(&bucket(key));
    // Else GCC 12 takes callers that do no more for functions without effect, and drops the calls.
    asm volatile("");
  }

  std::optional<TableEntry> find(std::uint64_t key) const;

  /// Replaces an entry of the same position, else the least valuable of its bucket: from an earlier
  /// search, or of little depth.
  void store(std::uint64_t key, const TableEntry& entry);

  /// Calls `visit(key, entry)` with all that it knows, in no order. No thread may be searching.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (std::uint64_t i = 0; i <= mask_; ++i)
      for (const Slot& slot : buckets_[i].slots) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        if (data != 0) visit(slot.check.load(std::memory_order_relaxed) ^ data, unpack(data));
      }
  }

  /// A new search begins: what is there now is old. No thread may be searching.
  void age() { age_ = (age_ + 1) & kAgeMask; }
  void clear();

  /// Share of entries written in this search, in thousandths, from a sample.
  int used_permille() const;

 private:
  static constexpr int kWays = 4;
  static constexpr std::uint32_t kAgeMask = 63;

  struct Slot {
    std::atomic<std::uint64_t> check{0};  // key ^ data
    std::atomic<std::uint64_t> data{0};   // 0: empty
  };
  struct alignas(64) Bucket {
    Slot slots[kWays];
  };

  Bucket& bucket(std::uint64_t key) { return buckets_[key & mask_]; }
  const Bucket& bucket(std::uint64_t key) const { return buckets_[key & mask_]; }
  static TableEntry unpack(std::uint64_t data);
  int worth(std::uint64_t data) const;

  LargeArray<Bucket> buckets_;
  std::uint64_t mask_;
  std::uint32_t age_ = 1;
};

}  // namespace mill
