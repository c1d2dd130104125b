#include "formats/codecs/packed_values.h"

#include <cstring>

namespace mill {
namespace {

/// Value of an outcome byte without a branch: 2 below kDrawByte, 1 at it, 0 above.
constexpr std::uint8_t packed_value(OutcomeByte byte) {
  return static_cast<std::uint8_t>((byte <= kDrawByte) + (byte < kDrawByte));
}

}  // namespace

void pack_values(std::span<const OutcomeByte> outcomes, std::span<std::uint8_t> packed) {
  const std::size_t whole = outcomes.size() / 4;
  for (std::size_t i = 0; i < whole; ++i) {
    const OutcomeByte* four = outcomes.data() + 4 * i;
    packed[i] = static_cast<std::uint8_t>(packed_value(four[0]) | packed_value(four[1]) << 2 |
                                          packed_value(four[2]) << 4 | packed_value(four[3]) << 6);
  }
  if (outcomes.size() % 4 == 0) return;
  unsigned last = 0;
  for (std::size_t i = 4 * whole; i < outcomes.size(); ++i)
    last |= static_cast<unsigned>(packed_value(outcomes[i])) << (2 * (i % 4));
  packed[whole] = static_cast<std::uint8_t>(last);
}

bool are_packed_values(std::span<const std::uint8_t> packed, std::size_t values) {
  if (packed.size() != packed_size(values)) return false;
  if (values % 4 != 0 && packed.back() >> (2 * (values % 4)) != 0) return false;
  std::uint64_t both_bits = 0;  // of a pair, which no value has
  std::size_t i = 0;
  for (; i + 8 <= packed.size(); i += 8) {
    std::uint64_t chunk;
    std::memcpy(&chunk, packed.data() + i, 8);
    both_bits |= chunk & chunk >> 1;
  }
  for (; i < packed.size(); ++i) both_bits |= packed[i] & packed[i] >> 1;
  return (both_bits & 0x5555'5555'5555'5555) == 0;
}

}  // namespace mill
