#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "base/bits.h"

namespace mill {

// Sixty-four slots of a numbering block at a time, a bit of a word for each: what holds for a slot
// is found by a few operations for all of them.

using Slice = std::uint64_t;
inline constexpr std::size_t kSliceSlots = 64;

/// Small numbers of 64 slots, which stay at the most that their bits can hold.
template <std::size_t kBits>
struct SlicedCounts {
  std::array<Slice, kBits> bits{};  ///< by weight

  /// Counts one more in these slots.
  void add(Slice slots) {
    for (Slice& plane : bits) {
      const Slice carry = plane & slots;
      plane ^= slots;
      slots = carry;
    }
    for (Slice& plane : bits) plane |= slots;
  }
};

/// The same number in all of 64 slots, up to the most that there is room for.
template <std::size_t kBits>
SlicedCounts<kBits> same_in_all(int number) {
  SlicedCounts<kBits> counts;
  for (int i = 0; i < number; ++i) counts.add(~Slice{0});
  return counts;
}

/// A number of each of 64 slots as a byte.
using SliceBytes = std::array<std::uint8_t, kSliceSlots>;

/// @param bits  of the numbers by weight, at most 8
SliceBytes bytes_of(std::span<const Slice> bits);

/// Numbers with the bits of the first counts, above them those of the second, and so on.
template <std::size_t... kBits>
SliceBytes bytes_of(const SlicedCounts<kBits>&... counts) {
  std::array<Slice, (kBits + ...)> bits;
  auto end = bits.begin();
  ((end = std::ranges::copy(counts.bits, end).out), ...);
  return bytes_of(std::span<const Slice>(bits));
}

/// Where the minor stones of 64 slots stand: a slice for each free point.
using PointSlices = std::span<const Slice>;

/// The slots in which minor stones stand on all of the points, and on any of them.
inline Slice on_all(PointSlices minor, Mask points) {
  Slice slots = ~Slice{0};
  for_each_bit(points, [&](int point) { slots &= minor[static_cast<std::size_t>(point)]; });
  return slots;
}
inline Slice on_any(PointSlices minor, Mask points) {
  Slice slots = 0;
  for_each_bit(points, [&](int point) { slots |= minor[static_cast<std::size_t>(point)]; });
  return slots;
}

}  // namespace mill
