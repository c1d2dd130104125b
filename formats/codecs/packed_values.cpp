#include "formats/codecs/packed_values.h"

#include <array>
#include <cstring>

#include "base/little_endian.h"

namespace mill {
namespace {

/// Value of an outcome byte without a branch: 2 below kDrawByte, 1 at it, 0 above.
constexpr std::uint8_t packed_value(OutcomeByte byte) {
  return static_cast<std::uint8_t>((byte <= kDrawByte) + (byte < kDrawByte));
}

/// Stands for a value where no distance is known.
constexpr OutcomeByte byte_of_value(std::uint8_t value) {
  constexpr std::array<OutcomeByte, 4> kBytes = {kLostNowByte, kDrawByte, win_byte(1), 0};
  return kBytes[value];
}

/// What the four values of each byte become.
using FourBytes = std::array<std::uint8_t, 4>;
template <typename Become>
constexpr std::array<FourBytes, 256> table_of(Become become) {
  std::array<FourBytes, 256> table{};
  for (std::size_t byte = 0; byte < table.size(); ++byte)
    for (std::size_t i = 0; i < 4; ++i)
      table[byte][i] = become(static_cast<std::uint8_t>(byte >> (2 * i) & 3));
  return table;
}

void unpack(std::span<const std::uint8_t> packed, const std::array<FourBytes, 256>& table,
            std::span<std::uint8_t> out) {
  const std::size_t whole = out.size() / 4;
  for (std::size_t i = 0; i < whole; ++i)
    std::memcpy(out.data() + 4 * i, table[packed[i]].data(), sizeof(FourBytes));
  for (std::size_t i = 4 * whole; i < out.size(); ++i) out[i] = table[packed[whole]][i % 4];
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

void pack_numbers(std::span<const std::uint8_t> numbers, std::span<std::uint8_t> packed) {
  const std::size_t whole = numbers.size() / 4;
  for (std::size_t i = 0; i < whole; ++i) {
    const std::uint8_t* four = numbers.data() + 4 * i;
    packed[i] = static_cast<std::uint8_t>(four[0] | four[1] << 2 | four[2] << 4 | four[3] << 6);
  }
  if (numbers.size() % 4 == 0) return;
  packed[whole] = 0;
  for (std::size_t i = 4 * whole; i < numbers.size(); ++i)
    packed[whole] = static_cast<std::uint8_t>(packed[whole] | numbers[i] << (2 * (i % 4)));
}

void unpack_numbers(std::span<const std::uint8_t> packed, std::span<std::uint8_t> numbers) {
  static constexpr auto kTable = table_of([](std::uint8_t value) { return value; });
  unpack(packed, kTable, numbers);
}

void unpack_outcomes(std::span<const std::uint8_t> packed, std::span<OutcomeByte> outcomes) {
  static constexpr auto kTable = table_of(byte_of_value);
  unpack(packed, kTable, outcomes);
}

void append_values(std::span<const std::uint8_t> from, std::size_t first, std::size_t count,
                   std::span<std::uint8_t> to, std::size_t at) {
  std::size_t done = 0;
  const auto append_one = [&] {
    std::uint8_t& byte = to[(at + done) / 4];
    const auto shift = 2 * ((at + done) % 4);
    const auto value = static_cast<unsigned>(value_at(from.data(), first + done));
    byte = static_cast<std::uint8_t>((byte & ((1U << shift) - 1)) | value << shift);
    ++done;
  };
  while (done < count && (at + done) % 4 != 0) append_one();
  const std::size_t whole = (count - done) / 4;
  if (whole > 0) {
    const std::uint8_t* in = &from[(first + done) / 4];
    std::uint8_t* out = &to[(at + done) / 4];
    if (const auto shift = 2 * ((first + done) % 4); shift == 0) {
      std::memcpy(out, in, whole);
    } else {
      std::size_t i = 0;
      for (; i + 8 <= whole; i += 8)
        store_little_endian(out + i, load_little_endian<std::uint64_t>(in + i) >> shift |
                                         std::uint64_t{in[i + 8]} << (64 - shift));
      for (; i < whole; ++i)
        out[i] = static_cast<std::uint8_t>(in[i] >> shift | in[i + 1] << (8 - shift));
    }
    done += 4 * whole;
  }
  while (done < count) append_one();
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
