#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/little_endian.h"

namespace mill {

// Unsigned numbers in as few bytes as they need, 7 bits per byte, least significant first, the top
// bit set in all but the last: LEB128, as the DWARF standard has it (section 7.6).

/// What a 32-bit number takes at most.
inline constexpr std::size_t kMostLeb128Bytes = 5;

/// Writes a number. Returns where the next goes.
inline std::uint8_t* write_leb128(std::uint8_t* out, std::uint32_t value) {
  for (; value >= 128; value >>= 7) *out++ = static_cast<std::uint8_t>(value | 128);
  *out++ = static_cast<std::uint8_t>(value);
  return out;
}

inline void append_leb128(std::vector<std::uint8_t>& bytes, std::uint32_t value) {
  std::array<std::uint8_t, kMostLeb128Bytes> number;
  bytes.insert(bytes.end(), number.begin(),
               number.begin() + (write_leb128(number.data(), value) - number.data()));
}

/// Takes numbers from a buffer; beyond its end they are 0.
class Leb128Reader {
 public:
  explicit Leb128Reader(std::span<const std::uint8_t> bytes)
      : at_(bytes.data()), end_(at_ + bytes.size()) {}

  bool at_end() const { return at_ == end_; }
  std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - at_); }

  std::uint32_t take() {
    std::uint32_t value = 0;
    for (int shift = 0; at_ != end_ && shift < 35; shift += 7) {
      const std::uint8_t byte = *at_++;
      value |= static_cast<std::uint32_t>(byte & 127) << shift;
      if (byte < 128) break;
    }
    return value;
  }

  /// A number of eight bytes that stands between them.
  std::uint64_t take_word() {
    if (end_ - at_ < 8) {
      at_ = end_;
      return 0;
    }
    at_ += 8;
    return load_little_endian<std::uint64_t>(at_ - 8);
  }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

}  // namespace mill
