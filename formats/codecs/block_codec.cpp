#include "formats/codecs/block_codec.h"

#include <zstd.h>

#include "base/checksum.h"
#include "formats/codecs/packed_values.h"
#include "formats/codecs/zstd_frame.h"

namespace millstone {
namespace {

/// Stands for a half distance that does not fit in a byte.
constexpr std::uint8_t kWideMark = 255;

/// Plies / 2 of a decided key: what remains to be stored when the value is known.
constexpr std::uint8_t half_distance(Key key) {
  return static_cast<std::uint8_t>(key < kKeyDraw ? key : 255 - key);
}

/// Half distances as they stand in a block: a byte each, then two bytes for each that is marked.
void put_halves(std::span<const Key> keys, std::span<const LongDistance> longs,
                std::vector<std::uint8_t>& out) {
  out.clear();
  std::vector<std::uint8_t> wide;
  auto next = longs.begin();
  for (Key key : keys) {
    if (key == kKeyDraw) continue;
    if (!is_long(key)) {
      out.push_back(half_distance(key));
      continue;
    }
    MILLSTONE_CHECK(next != longs.end());
    const int half = next++->distance / 2;
    if (half < kWideMark) {
      out.push_back(static_cast<std::uint8_t>(half));
      continue;
    }
    MILLSTONE_CHECK(half <= UINT16_MAX);
    out.push_back(kWideMark);
    wide.push_back(static_cast<std::uint8_t>(half));
    wide.push_back(static_cast<std::uint8_t>(half >> 8));
  }
  out.insert(out.end(), wide.begin(), wide.end());
}

int level_or_default(int level, Metric metric) {
  if (level != kDefaultLevel) return level;
  return metric == Metric::kValue ? kValueLevel : kDistanceLevel;
}

}  // namespace

struct BlockEncoder::Context {
  Context(const BlockFormat& f, int level) : format(f), compressor(ZSTD_createCCtx()) {
    MILLSTONE_CHECK(compressor != nullptr);
    ZSTD_CCtx_setParameter(compressor, ZSTD_c_compressionLevel, level_or_default(level, f.metric));
  }
  ~Context() { ZSTD_freeCCtx(compressor); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  std::vector<std::uint8_t> compress(std::span<const std::uint8_t> bytes) {
    std::vector<std::uint8_t> frame(ZSTD_compressBound(bytes.size()));
    const std::size_t size =
        ZSTD_compress2(compressor, frame.data(), frame.size(), bytes.data(), bytes.size());
    MILLSTONE_CHECK(!ZSTD_isError(size));
    return {frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(size)};
  }

  BlockFormat format;
  ZSTD_CCtx* compressor;
  std::vector<std::uint8_t> halves;
};

BlockEncoder::BlockEncoder(const BlockFormat& format, int level)
    : context_(std::make_unique<Context>(format, level)) {}
BlockEncoder::~BlockEncoder() = default;
BlockEncoder::BlockEncoder(BlockEncoder&&) noexcept = default;
BlockEncoder& BlockEncoder::operator=(BlockEncoder&&) noexcept = default;

EncodedBlock BlockEncoder::encode(std::uint32_t block_number, std::span<const Key> keys,
                                  std::span<const LongDistance> longs) {
  EncodedBlock block;
  block.packed_values.resize(packed_size(keys.size()));
  pack_values(keys, block.packed_values);
  const BlockFormat& format = context_->format;
  if (format.context) {
    const auto slots = static_cast<std::uint32_t>(keys.size());
    block.bytes = format.context->encode(block_number, slots, block.packed_values);
  } else if (format.metric == Metric::kValue) {
    block.bytes = context_->compress(block.packed_values);
  } else {
    put_halves(keys, longs, context_->halves);
    block.bytes = context_->compress(context_->halves);
  }
  block.checksum = checksum(block.bytes);
  return block;
}

bool decode_value_block(std::span<const std::uint8_t> bytes, std::uint32_t slots,
                        std::span<std::uint8_t> packed, const ContextCodec* context) {
  if (context) return context->decode(bytes, slots, packed);
  return decompress_frame(bytes, packed) && are_packed_values(packed, slots);
}

bool decode_distance_block(std::span<const std::uint8_t> bytes, const std::uint8_t* packed_values,
                           std::span<Key> keys, std::vector<LongDistance>* longs) {
  thread_local std::vector<std::uint8_t> halves;
  std::size_t decided = 0;
  for (std::size_t i = 0; i < keys.size(); ++i)
    decided += value_at(packed_values, i) != Value::kDraw;
  const auto size = frame_content_size(bytes);
  if (!size || *size < decided || *size > 3 * decided) return false;
  halves.resize(*size);
  if (!decompress_frame(bytes, halves)) return false;
  const std::uint8_t* half = halves.data();
  const std::uint8_t* wide = half + decided;
  const std::uint8_t* const end = half + halves.size();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Value value = value_at(packed_values, i);
    if (value == Value::kDraw) {
      keys[i] = kKeyDraw;
      continue;
    }
    int stored = *half++;
    if (stored == kWideMark) {
      if (end - wide < 2) return false;
      stored = wide[0] | wide[1] << 8;
      if (stored < kWideMark) return false;
      wide += 2;
    }
    const Outcome outcome{value, 2 * stored + (value == Value::kWin)};
    keys[i] = to_key(outcome);
    if (longs && is_long(keys[i])) longs->push_back({i, outcome.distance});
  }
  return wide == end;
}

}  // namespace millstone
