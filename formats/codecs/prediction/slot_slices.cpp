#include "formats/codecs/prediction/slot_slices.h"

#include <cstring>

namespace mill {
namespace {

constexpr std::size_t kRegisterBytes = sizeof(Slice);
using Bytes = std::uint8_t __attribute__((vector_size(kRegisterBytes)));

/// Exchanges, of each byte of two registers, the bits of `second` that `lower` names with those of
/// `first` that are `distance` higher.
void exchange(Slice& first, Slice& second, std::uint64_t lower, int distance) {
  const Slice differ = (first >> distance ^ second) & lower;
  first ^= differ << distance;
  second ^= differ;
}

/// Exchanges rows and columns of eight by eight bits: a byte of each of the registers.
void transpose_bits(std::array<Slice, 8>& rows) {
  for (const std::size_t i : {0, 1, 2, 3}) exchange(rows[i], rows[i + 4], 0x0F0F'0F0F'0F0F'0F0F, 4);
  for (const std::size_t i : {0, 1, 4, 5}) exchange(rows[i], rows[i + 2], 0x3333'3333'3333'3333, 2);
  for (const std::size_t i : {0, 2, 4, 6}) exchange(rows[i], rows[i + 1], 0x5555'5555'5555'5555, 1);
}

Bytes lower_halves(Bytes left, Bytes right) {
  return __builtin_shufflevector(left, right, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7,
                                 23);
}
Bytes upper_halves(Bytes left, Bytes right) {
  return __builtin_shufflevector(left, right, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30,
                                 15, 31);
}

/// Stores the first bytes of all registers, then the second ones, and so on. Each round is a
/// shuffle of a pack of 128 cards: their places, as numbers of seven bits, turn by one bit.
void store_interleaved(std::array<Bytes, 8> rows, std::uint8_t* out) {
  for (int round = 0; round < 3; ++round) {
    std::array<Bytes, 8> shuffled;
    for (std::size_t i = 0; i < 4; ++i) {
      shuffled[2 * i] = lower_halves(rows[i], rows[i + 4]);
      shuffled[2 * i + 1] = upper_halves(rows[i], rows[i + 4]);
    }
    rows = shuffled;
  }
  std::memcpy(out, rows.data(), sizeof(rows));
}

}  // namespace

SliceBytes bytes_of(std::span<const Slice> bits) {
  std::array<Slice, 8> rows{};
  std::ranges::copy(bits, rows.begin());
  transpose_bits(rows);
  std::array<Bytes, 8> numbers;
  std::memcpy(numbers.data(), rows.data(), sizeof(rows));
  SliceBytes bytes;
  store_interleaved(numbers, bytes.data());
  return bytes;
}

void put_side_by_side(const std::array<SliceBytes, 8>& numbers,
                      std::span<std::array<std::uint8_t, 8>, kSliceSlots> beside) {
  for (std::size_t first = 0; first < kSliceSlots; first += kRegisterBytes) {
    std::array<Bytes, 8> rows;
    for (std::size_t i = 0; i < rows.size(); ++i)
      std::memcpy(&rows[i], numbers[i].data() + first, kRegisterBytes);
    store_interleaved(rows, beside[first].data());
  }
}

}  // namespace mill
