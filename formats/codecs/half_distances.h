#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"
#include "game/long_distances.h"
#include "game/value.h"

namespace mill {

// What remains to be stored of a distance when the value is known: half of it, rounded down. A win
// in d plies has an odd d, a loss an even one.

inline constexpr int kMostHalf = UINT16_MAX;

/// Of an outcome that is decided and not long.
constexpr std::uint8_t half_distance(OutcomeByte byte) {
  return static_cast<std::uint8_t>(byte < kDrawByte ? byte : 255 - byte);
}

/// Calls take(slot, half) for all slots that are decided, in order.
/// @param longs  one for each long outcome, in order
template <typename Take>
void for_each_half(std::span<const OutcomeByte> outcomes, std::span<const LongDistance> longs,
                   Take&& take) {
  auto next = longs.begin();
  for (std::size_t slot = 0; slot < outcomes.size(); ++slot) {
    const OutcomeByte byte = outcomes[slot];
    if (byte == kDrawByte) continue;
    int half = half_distance(byte);
    if (is_long(byte)) {
      MILLSTONE_CHECK(next != longs.end());
      half = next++->distance / 2;
      MILLSTONE_CHECK(half <= kMostHalf);
    }
    take(slot, half);
  }
}

/// The outcome of a slot that is decided.
/// @param longs  gets the distance if that is long; may be null
inline OutcomeByte outcome_of_half(Value value, int half, std::size_t slot,
                                   std::vector<LongDistance>* longs) {
  const Outcome outcome{value, 2 * half + (value == Value::kWin)};
  const OutcomeByte byte = to_byte(outcome);
  if (longs && is_long(byte)) longs->push_back({slot, outcome.distance});
  return byte;
}

}  // namespace mill
