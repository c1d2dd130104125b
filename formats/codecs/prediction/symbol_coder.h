#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/little_endian.h"

namespace mill {

// An entropy coder for symbols of known probability: rANS (J. Duda, "Asymmetric numeral systems",
// 2013), with two states that take turns, so that a processor can work on both at once.
//
// A symbol owns the numbers start .. start + size - 1 of those below kRangeTotal. A state is a
// number in kLowestState .. 2^32 - 1; coding starts with both at kLowestState. FORMAT.md has the
// steps. Symbols are coded last to first, so that they can be decoded first to last.

inline constexpr int kRangeBits = 14;
inline constexpr std::uint32_t kRangeTotal = 1 << kRangeBits;
inline constexpr std::uint32_t kLowestState = 1 << 16;
inline constexpr std::size_t kStatesSize = 8;  ///< bytes of the states, in front of the words

/// The range of one symbol.
struct SymbolRange {
  std::uint16_t start, size;
};

/// Appends the bytes of a sequence of symbols: the two states, then the words that decoding takes.
void encode_symbols(std::span<const SymbolRange> symbols, std::vector<std::uint8_t>& bytes);

/// Takes symbols from bytes that encode_symbols() made. Other bytes give other symbols, and then
/// almost certainly finished() is false; it never reads beyond them.
class SymbolDecoder {
 public:
  explicit SymbolDecoder(std::span<const std::uint8_t> bytes);

  /// A number of the next symbol's range.
  std::uint32_t peek() const { return state_ & (kRangeTotal - 1); }

  /// Goes past that symbol.
  void skip(std::uint32_t start, std::uint32_t size) {
    std::uint32_t next = size * (state_ >> kRangeBits) + (state_ & (kRangeTotal - 1)) - start;
    if (next < kLowestState) [[unlikely]]
      next = next << 16 | take_word();
    state_ = std::exchange(other_state_, next);
  }

  /// Whether all bytes were taken and the states are those that coding started with.
  bool finished() const {
    return !overrun_ && next_ == end_ && state_ == kLowestState && other_state_ == kLowestState;
  }

 private:
  std::uint32_t take_word() {
    if (end_ - next_ < 2) {
      overrun_ = true;
      return 0;
    }
    next_ += 2;
    return load_little_endian<std::uint16_t>(next_ - 2);
  }

  std::uint32_t state_ = kLowestState;
  std::uint32_t other_state_ = kLowestState;
  const std::uint8_t* next_;
  const std::uint8_t* end_;
  bool overrun_ = false;
};

}  // namespace mill
