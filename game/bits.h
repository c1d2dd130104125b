#pragma once

#include <bit>
#include <cstdint>

namespace millstone {

/// A set of points: bit i is point i of the board.
using Mask = std::uint32_t;

constexpr Mask bit(int index) { return Mask{1} << index; }

constexpr int count(Mask mask) { return std::popcount(mask); }

constexpr int lowest(Mask mask) { return std::countr_zero(mask); }

/// The mask with bits 0..n-1 set, 0 <= n <= 32.
constexpr Mask low_bits(int n) { return n >= 32 ? ~Mask{0} : bit(n) - 1; }

/// Calls `visit(index)` for every set bit, lowest first.
template <typename Visit>
constexpr void for_each_bit(Mask mask, Visit&& visit) {
  for (; mask; mask &= mask - 1) visit(lowest(mask));
}

/// Moves the bits of `value` that `keep` selects together at the low end (PEXT).
constexpr Mask compress(Mask value, Mask keep) {
  Mask result = 0;
  for (Mask rest = value & keep; rest; rest &= rest - 1)
    result |= bit(count(keep & (bit(lowest(rest)) - 1)));
  return result;
}

/// Spreads the low bits of `value` over the places that `keep` selects (PDEP).
constexpr Mask expand(Mask value, Mask keep) {
  Mask result = 0;
  for (; keep; keep &= keep - 1, value >>= 1)
    if (value & 1) result |= keep & -keep;
  return result;
}

}  // namespace millstone
