#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "base/bits.h"

namespace mill {

// Many slots of a numbering block at a time, a bit of a register for each: what holds for a slot is
// found by a few operations for all of them. Every processor that this is compiled for has
// registers of so many bits.

inline constexpr std::size_t kSliceSlots = 128;
using Slice = std::uint64_t __attribute__((vector_size(kSliceSlots / 8)));

/// The bit of a slot, and whether it is set.
inline void set_slot(Slice& slice, std::size_t slot) {
  slice[slot / 64] |= std::uint64_t{1} << slot % 64;
}
inline bool has_slot(const Slice& slice, std::size_t slot) {
  return (slice[slot / 64] >> slot % 64 & 1) != 0;
}

/// Small numbers of as many slots, which stay at the most that their bits can hold.
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

/// The same number in all slots, up to the most that there is room for.
template <std::size_t kBits>
SlicedCounts<kBits> same_in_all(int number) {
  SlicedCounts<kBits> counts;
  for (int i = 0; i < number; ++i) counts.add(~Slice{});
  return counts;
}

/// A number of each of these slots as a byte.
struct alignas(Slice) SliceBytes : std::array<std::uint8_t, kSliceSlots> {};

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

/// Puts eight numbers of each slot side by side.
/// @param numbers  each of all slots
/// @param beside   gets those of the first slot, then those of the next, and so on
void put_side_by_side(const std::array<SliceBytes, 8>& numbers,
                      std::span<std::array<std::uint8_t, 8>, kSliceSlots> beside);

/// Where the minor stones of kSliceSlots slots stand: a slice for each free point.
using PointSlices = std::span<const Slice>;

/// The slots in which minor stones stand on all of the points, on any of them, and on just one.
inline Slice on_all(PointSlices minor, Mask points) {
  Slice slots = ~Slice{};
  for_each_bit(points, [&](int point) { slots &= minor[static_cast<std::size_t>(point)]; });
  return slots;
}
inline Slice on_any(PointSlices minor, Mask points) {
  Slice slots{};
  for_each_bit(points, [&](int point) { slots |= minor[static_cast<std::size_t>(point)]; });
  return slots;
}
inline Slice on_one(PointSlices minor, Mask points) {
  Slice slots{}, more{};
  for_each_bit(points, [&](int point) {
    const Slice here = minor[static_cast<std::size_t>(point)];
    more |= slots & here;
    slots |= here;
  });
  return slots & ~more;
}

}  // namespace mill
