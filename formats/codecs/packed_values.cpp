#include "formats/codecs/packed_values.h"

#include <cstring>

namespace millstone {
namespace {

/// Value of a key without a branch: 2 below kKeyDraw, 1 at it, 0 above.
constexpr std::uint8_t packed_value(Key key) {
  return static_cast<std::uint8_t>((key <= kKeyDraw) + (key < kKeyDraw));
}

}  // namespace

void pack_values(std::span<const Key> keys, std::span<std::uint8_t> packed) {
  const std::size_t whole = keys.size() / 4;
  for (std::size_t i = 0; i < whole; ++i) {
    const Key* four = keys.data() + 4 * i;
    packed[i] = static_cast<std::uint8_t>(packed_value(four[0]) | packed_value(four[1]) << 2 |
                                          packed_value(four[2]) << 4 | packed_value(four[3]) << 6);
  }
  if (keys.size() % 4 == 0) return;
  unsigned last = 0;
  for (std::size_t i = 4 * whole; i < keys.size(); ++i)
    last |= static_cast<unsigned>(packed_value(keys[i])) << (2 * (i % 4));
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

}  // namespace millstone
