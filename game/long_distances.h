#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "game/value.h"

namespace mill {

/// The distance of one slot whose outcome byte is_long().
struct LongDistance {
  std::uint64_t slot = 0;
  int distance = 0;  ///< plies; odd in a win, even in a loss
  friend auto operator<=>(const LongDistance&, const LongDistance&) = default;
};

/// The distances of all slots of a subspace (or a part of one) that outcomes cannot tell: few, if
/// any. Immutable; safe to read from many threads.
class LongDistances {
 public:
  LongDistances() = default;
  explicit LongDistances(std::vector<LongDistance> entries) : entries_(std::move(entries)) {
    std::sort(entries_.begin(), entries_.end());
  }

  bool empty() const { return entries_.empty(); }
  const std::vector<LongDistance>& entries() const { return entries_; }

  /// Those of the slots first .. first + count - 1, in order.
  std::span<const LongDistance> of_slots(std::uint64_t first, std::uint64_t count) const {
    const auto begin = std::lower_bound(entries_.begin(), entries_.end(), LongDistance{first, 0});
    const auto end = std::lower_bound(begin, entries_.end(), LongDistance{first + count, 0});
    return {begin, end};
  }

  /// The outcome of a slot with this outcome byte.
  Outcome outcome(std::uint64_t slot, OutcomeByte byte) const {
    Outcome outcome = to_outcome(byte);
    if (is_long(byte))
      for (const LongDistance& entry : of_slots(slot, 1)) outcome.distance = entry.distance;
    return outcome;
  }

 private:
  std::vector<LongDistance> entries_;  // by slot
};

}  // namespace mill
