#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace millstone {

// An entropy coder with fixed probabilities: rANS (J. Duda, "Asymmetric numeral systems", 2013),
// with four states that take turns, so that the steps of different states overlap.
//
// A symbol owns the range start .. start + size - 1 of the numbers below 2^14. A state is a number
// in 2^16 .. 2^32 - 1 and passes 16-bit words on. Coding a symbol in state x gives
// (x / size) * 2^14 + x % size + start, after moving out the low word of x if the result would not
// be below 2^32. Symbols are coded last to first, so that they can be decoded first to last.

inline constexpr int kRangeBits = 14;
inline constexpr std::uint32_t kRangeTotal = 1 << kRangeBits;
inline constexpr int kLanes = 4;
inline constexpr std::uint32_t kLowestState = 1 << 16;

/// One symbol to be coded, in four bytes: its range and the state that takes it.
class CodedSymbol {
 public:
  CodedSymbol(std::uint32_t start, std::uint32_t size, unsigned lane)
      : bits_(start | lane << kRangeBits | size << 16) {}
  std::uint32_t start() const { return bits_ & (kRangeTotal - 1); }
  std::uint32_t size() const { return bits_ >> 16; }
  unsigned lane() const { return bits_ >> kRangeBits & (kLanes - 1); }

 private:
  std::uint32_t bits_;
};

/// The bytes of a sequence of symbols: the four states, then the words, all little endian.
std::vector<std::uint8_t> encode_symbols(std::span<const CodedSymbol> symbols);

/// Takes symbols from bytes that encode_symbols() made. Bytes that are anything else give wrong
/// symbols, and then almost certainly finished() is false.
class RangeDecoder {
 public:
  explicit RangeDecoder(std::span<const std::uint8_t> bytes);

  /// The number that tells the next symbol of the lane: it lies in that symbol's range.
  std::uint32_t peek(unsigned lane) const { return states_[lane] & (kRangeTotal - 1); }

  /// Goes past that symbol.
  void skip(unsigned lane, std::uint32_t start, std::uint32_t size) {
    const std::uint32_t state = states_[lane];
    std::uint32_t next = size * (state >> kRangeBits) + (state & (kRangeTotal - 1)) - start;
    if (next < kLowestState) [[unlikely]]
      next = next << 16 | take_word();
    states_[lane] = next;
  }

  /// Whether all bytes were taken and the states are those that coding began with.
  bool finished() const;

 private:
  std::uint32_t take_word() {
    if (end_ - next_ < 2) {
      overrun_ = true;
      return 0;
    }
    next_ += 2;
    return static_cast<std::uint32_t>(next_[-2] | next_[-1] << 8);
  }

  std::array<std::uint32_t, kLanes> states_{};
  const std::uint8_t* next_;
  const std::uint8_t* end_;
  bool overrun_ = false;
};

}  // namespace millstone
