#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace mill {

/// A set of points: bit i is point i of the board.
using Mask = std::uint32_t;

constexpr Mask bit(int index) { return Mask{1} << index; }

/// The counts of two masks at once. The baseline of x86-64 has no instruction for it: this is a
/// third of the work of two calls of std::popcount().
struct PairCount {
  int first, second;
};
constexpr PairCount pair_count(Mask first, Mask second) {
  std::uint64_t sums = std::uint64_t{second} << 32 | first;
  sums -= sums >> 1 & 0x5555'5555'5555'5555;
  sums = (sums & 0x3333'3333'3333'3333) + (sums >> 2 & 0x3333'3333'3333'3333);
  sums = (sums + (sums >> 4)) & 0x0F0F'0F0F'0F0F'0F0F;
  sums += sums >> 8;
  sums += sums >> 16;
  return {static_cast<int>(sums & 63), static_cast<int>(sums >> 32 & 63)};
}

constexpr int count(Mask mask) { return pair_count(mask, 0).first; }

constexpr int lowest(Mask mask) { return std::countr_zero(mask); }

/// The mask with bits 0..n-1 set, 0 <= n <= 32.
constexpr Mask low_bits(int n) { return n >= 32 ? ~Mask{0} : bit(n) - 1; }

/// The n lowest bits of the mask in the other order: bit 0 for bit n - 1 and so on; 0 <= n <= 32.
constexpr Mask reversed(Mask mask, int n) {
  Mask result = 0;
  for (int i = 0; i < n; ++i) result |= (mask >> i & 1) << (n - 1 - i);
  return result;
}

/// Calls `visit(index)` for every set bit, lowest first.
template <typename Visit>
constexpr void for_each_bit(Mask mask, Visit&& visit) {
  for (; mask; mask &= mask - 1) visit(lowest(mask));
}

namespace bits_detail {

/// Six bits of a compression at a time: small enough for the first-level cache.
struct CompressTable {
  std::array<std::array<std::uint8_t, 64>, 64> packed{};  // [keep][value]
  std::array<std::uint8_t, 64> kept{};                    // number of bits of [keep]
};

constexpr CompressTable make_compress_table() {
  CompressTable table;
  for (unsigned keep = 1; keep < 64; ++keep) {
    table.kept[keep] = static_cast<std::uint8_t>(table.kept[keep >> 1] + (keep & 1));
    for (unsigned value = 1; value < 64; ++value) {
      const unsigned above = table.packed[keep >> 1][value >> 1];
      table.packed[keep][value] =
          static_cast<std::uint8_t>(keep & 1 ? above << 1 | (value & 1) : above);
    }
  }
  return table;
}
inline constexpr CompressTable kCompressTable = make_compress_table();

}  // namespace bits_detail

/// Moves the bits of `value` that `keep` selects together at the low end (PEXT). A table instead
/// of the instruction, which the baseline of no supported processor has: about 5 ns.
constexpr Mask compress(Mask value, Mask keep) {
  const bits_detail::CompressTable& table = bits_detail::kCompressTable;
  Mask result = 0;
  int filled = 0;
  const auto take = [&](int shift) {
    const Mask part = keep >> shift & 63;
    result |= static_cast<Mask>(table.packed[part][value >> shift & 63]) << filled;
    filled += table.kept[part];
  };
  take(0), take(6), take(12), take(18);
  if (keep >> 24) take(24), take(30);  // most boards have 24 points or fewer
  return result;
}

/// Spreads the low bits of `value` over the places that `keep` selects (PDEP).
constexpr Mask expand(Mask value, Mask keep) {
  Mask result = 0;
  for (; keep; keep &= keep - 1, value >>= 1)
    if (value & 1) result |= keep & -keep;
  return result;
}

}  // namespace mill
