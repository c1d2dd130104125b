#include "formats/codecs/prediction/symbol_coder.h"

#include "base/little_endian.h"

namespace mill {

void encode_symbols(std::span<const SymbolRange> symbols, std::vector<std::uint8_t>& bytes) {
  std::uint32_t states[2] = {kLowestState, kLowestState};
  std::vector<std::uint16_t> words;  // in the order they are produced: last to first
  words.reserve(symbols.size() / 8);
  for (std::size_t i = symbols.size(); i-- > 0;) {
    const std::uint32_t start = symbols[i].start, size = symbols[i].size;
    std::uint32_t& state = states[i % 2];
    if (state >= std::uint64_t{size} << (32 - kRangeBits)) {
      words.push_back(static_cast<std::uint16_t>(state));
      state >>= 16;
    }
    state = (state / size << kRangeBits) + state % size + start;
  }
  // An odd number of symbols ends with the turns exchanged; the states stand by whose turn is
  // first.
  const std::size_t begin = bytes.size();
  bytes.resize(begin + kStatesSize + 2 * words.size());
  std::uint8_t* out = bytes.data() + begin;
  store_little_endian(out, states[0]);
  store_little_endian(out + 4, states[1]);
  out += kStatesSize;
  for (std::size_t i = words.size(); i-- > 0; out += 2) store_little_endian(out, words[i]);
}

SymbolDecoder::SymbolDecoder(std::span<const std::uint8_t> bytes)
    : next_(bytes.data()), end_(bytes.data() + bytes.size()) {
  if (bytes.size() < kStatesSize) {
    overrun_ = true;
    return;
  }
  state_ = load_little_endian<std::uint32_t>(next_);
  other_state_ = load_little_endian<std::uint32_t>(next_ + 4);
  next_ += kStatesSize;
}

}  // namespace mill
