#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "game/value.h"

namespace mill {

// Values in packed form: two bits each (Value as a number), four to a byte, the first in the lowest
// bits. The bits beyond the last value are zero.

/// Bytes that hold `values` packed values.
constexpr std::size_t packed_size(std::size_t values) { return (values + 3) / 4; }

/// The `index`-th of the packed values.
constexpr Value value_at(const std::uint8_t* packed, std::size_t index) {
  return static_cast<Value>(packed[index / 4] >> (2 * (index % 4)) & 3);
}

/// Packs the values of outcomes. `packed` has packed_size(outcomes.size()) bytes.
void pack_values(std::span<const OutcomeByte> outcomes, std::span<std::uint8_t> packed);

/// Packs values that stand as numbers, a byte each. `packed` has packed_size(numbers.size()) bytes.
void pack_numbers(std::span<const std::uint8_t> numbers, std::span<std::uint8_t> packed);

/// The values as numbers, a byte each.
/// @param packed  packed_size(numbers.size()) bytes
void unpack_numbers(std::span<const std::uint8_t> packed, std::span<std::uint8_t> numbers);

/// Outcomes with these values whose distances nobody knows: a win in one ply, a loss in none.
/// @param packed  packed_size(outcomes.size()) bytes
void unpack_outcomes(std::span<const std::uint8_t> packed, std::span<OutcomeByte> outcomes);

/// Copies `count` values from one packed sequence, from its `first` on, to another, in place of
/// those from `at` on. Values before these stay; what is behind the last, in its byte, becomes
/// zero.
void append_values(std::span<const std::uint8_t> from, std::size_t first, std::size_t count,
                   std::span<std::uint8_t> to, std::size_t at);

/// Whether these bytes are `values` packed values: nothing but losses, draws and wins, zeros after
/// the last.
bool are_packed_values(std::span<const std::uint8_t> packed, std::size_t values);

}  // namespace mill
