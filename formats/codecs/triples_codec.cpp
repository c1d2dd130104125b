#include "formats/codecs/triples_codec.h"

#include <algorithm>

#include "base/little_endian.h"
#include "formats/codecs/packed_values.h"
#include "formats/codecs/zstd_codec.h"
#include "formats/codecs/zstd_frame.h"

namespace mill {
namespace {

// Packed values are a sequence of bits, two for each value. Of these a byte takes eight; a triple
// is the next six of them in a byte. So 24 bits are three bytes of the ones or four of the others.
constexpr std::size_t kTripleBits = 6;
constexpr std::uint32_t kTripleMask = (1U << kTripleBits) - 1;

constexpr std::size_t triples_size(std::size_t values) { return (values + 2) / 3; }

/// Takes the bits out of bytes that hold `from` each, and puts them into bytes that hold `to`.
/// False if there is no room for some that are set.
bool regroup(std::span<const std::uint8_t> in, std::size_t from, std::span<std::uint8_t> out,
             std::size_t to) {
  std::uint32_t bits = 0;
  std::size_t held = 0;
  auto next = in.begin();
  for (std::uint8_t& byte : out) {
    for (; held < to && next != in.end(); held += from) bits |= std::uint32_t{*next++} << held;
    byte = static_cast<std::uint8_t>(bits & ((1U << to) - 1));
    bits >>= to;
    held -= std::min(held, to);
  }
  return bits == 0 && std::all_of(next, in.end(), [](std::uint8_t byte) { return byte == 0; });
}

void to_triples(std::span<const std::uint8_t> packed, std::span<std::uint8_t> triples) {
  const std::size_t whole = std::min(packed.size() / 3, triples.size() / 4);
  for (std::size_t i = 0; i < whole; ++i) {
    const std::uint8_t* three = packed.data() + 3 * i;
    const std::uint32_t bits =
        three[0] | std::uint32_t{three[1]} << 8 | std::uint32_t{three[2]} << 16;
    store_little_endian(triples.data() + 4 * i,
                        (bits & kTripleMask) | (bits & kTripleMask << 6) << 2 |
                            (bits & kTripleMask << 12) << 4 | (bits & kTripleMask << 18) << 6);
  }
  regroup(packed.subspan(3 * whole), 8, triples.subspan(4 * whole), kTripleBits);
}

/// False if a byte holds more than a triple, or there are bits behind the last packed one.
bool from_triples(std::span<const std::uint8_t> triples, std::span<std::uint8_t> packed) {
  const std::size_t whole = std::min(packed.size() / 3, triples.size() / 4);
  std::uint32_t all = 0;
  for (std::size_t i = 0; i < whole; ++i) {
    const auto four = load_little_endian<std::uint32_t>(triples.data() + 4 * i);
    all |= four;
    const std::uint32_t bits = (four & kTripleMask) | (four >> 2 & kTripleMask << 6) |
                               (four >> 4 & kTripleMask << 12) | (four >> 6 & kTripleMask << 18);
    std::uint8_t* three = packed.data() + 3 * i;
    three[0] = static_cast<std::uint8_t>(bits);
    three[1] = static_cast<std::uint8_t>(bits >> 8);
    three[2] = static_cast<std::uint8_t>(bits >> 16);
  }
  const auto rest = triples.subspan(4 * whole);
  for (const std::uint8_t byte : rest) all |= byte;
  return regroup(rest, kTripleBits, packed.subspan(3 * whole), 8) &&
         (all & ~(kTripleMask * 0x0101'0101U)) == 0;
}

class TriplesEncoder final : public BlockEncoder {
 public:
  explicit TriplesEncoder(int level) : compressor_(level) {}

  Result<std::vector<std::uint8_t>> encode(std::uint32_t, const BlockContent& content) override {
    triples_.resize(triples_size(content.outcomes.size()));
    to_triples(content.packed_values, triples_);
    return compressor_.compress(triples_);
  }

 private:
  FrameCompressor compressor_;
  std::vector<std::uint8_t> triples_;  // kept, so that they are got once
};

class TriplesFileEncoder final : public FileEncoder {
 public:
  explicit TriplesFileEncoder(int level) : level_(level) {}

  std::unique_ptr<BlockEncoder> block_encoder() const override {
    return std::make_unique<TriplesEncoder>(level_);
  }

 private:
  int level_;
};

class TriplesDecoder final : public BlockDecoder {
 public:
  std::uint32_t decode_first_values(const StoredValues& block,
                                    std::span<std::uint8_t> packed) const override {
    thread_local std::vector<std::uint8_t> triples;
    triples.resize(triples_size(block.slots));
    const bool is_block = decompress_frame(block.bytes, triples) && from_triples(triples, packed) &&
                          are_packed_values(packed, block.slots);
    return is_block ? block.slots : 0;
  }
};

}  // namespace

CodecEntry triples_codec() {
  CodecEntry entry{};
  entry.codec = Codec::kTriples;
  entry.name = "triples";
  entry.fallback = Codec::kZstd;
  entry.fits = [](const Board&, const Subspace&, std::uint32_t) { return true; };
  entry.open = [](const DecodingTask&) -> Result<std::shared_ptr<const BlockDecoder>> {
    return std::make_shared<const TriplesDecoder>();
  };
  entry.prepare = [](const EncodingTask& task) -> Result<std::shared_ptr<const FileEncoder>> {
    return std::make_shared<const TriplesFileEncoder>(task.level == kDefaultLevel ? kTriplesLevel
                                                                                  : task.level);
  };
  return entry;
}

}  // namespace mill
