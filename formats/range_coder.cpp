#include "formats/range_coder.h"

#include <algorithm>
#include <utility>

#include "formats/little_endian.h"

namespace millstone {

std::vector<std::uint8_t> encode_symbols(std::span<const CodedSymbol> symbols) {
  std::array<std::uint32_t, kLanes> states;
  states.fill(kLowestState);
  std::vector<std::uint16_t> words;  // in the order they are produced: last to first
  for (std::size_t i = symbols.size(); i-- > 0;) {
    const CodedSymbol symbol = symbols[i];
    std::uint32_t& state = states[symbol.lane()];
    const std::uint32_t size = symbol.size();
    if (state >= std::uint64_t{size} << (32 - kRangeBits)) {
      words.push_back(static_cast<std::uint16_t>(state));
      state >>= 16;
    }
    state = (state / size << kRangeBits) + state % size + symbol.start();
  }
  std::vector<std::uint8_t> bytes(4 * kLanes + 2 * words.size());
  std::uint8_t* out = bytes.data();
  for (std::uint32_t state : states) store_little_endian(std::exchange(out, out + 4), state);
  for (std::size_t i = words.size(); i-- > 0;)
    store_little_endian(std::exchange(out, out + 2), words[i]);
  return bytes;
}

RangeDecoder::RangeDecoder(std::span<const std::uint8_t> bytes)
    : next_(bytes.data()), end_(bytes.data() + bytes.size()) {
  if (bytes.size() < 4 * kLanes) {
    overrun_ = true;
    states_.fill(kLowestState);
    return;
  }
  for (std::uint32_t& state : states_)
    state = load_little_endian<std::uint32_t>(std::exchange(next_, next_ + 4));
}

bool RangeDecoder::finished() const {
  return !overrun_ && next_ == end_ &&
         std::all_of(states_.begin(), states_.end(),
                     [](std::uint32_t state) { return state == kLowestState; });
}

}  // namespace millstone
