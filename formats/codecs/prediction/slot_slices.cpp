#include "formats/codecs/prediction/slot_slices.h"

#include "base/little_endian.h"

namespace mill {
namespace {

/// Exchanges rows and columns of eight bytes of eight bits: blocks of 1, 2 and 4 across the
/// diagonal.
std::uint64_t transposed(std::uint64_t bits) {
  const auto exchange = [&](std::uint64_t upper, int distance) {
    const std::uint64_t differ = (bits ^ bits >> distance) & upper;
    bits ^= differ ^ differ << distance;
  };
  exchange(0x00AA'00AA'00AA'00AA, 7);
  exchange(0x0000'CCCC'0000'CCCC, 14);
  exchange(0x0000'0000'F0F0'F0F0, 28);
  return bits;
}

}  // namespace

SliceBytes bytes_of(std::span<const Slice> bits) {
  SliceBytes bytes;
  for (int first = 0; first < 64; first += 8) {
    std::uint64_t rows = 0;
    for (std::size_t weight = 0; weight < bits.size(); ++weight)
      rows |= (bits[weight] >> first & 0xFF) << (8 * weight);
    store_little_endian(bytes.data() + first, transposed(rows));
  }
  return bytes;
}

}  // namespace mill
