#include "formats/block_codec.h"

#include <zstd.h>

#include "formats/checksum.h"
#include "formats/packed_values.h"

namespace millstone {
namespace {

/// Plies / 2 of a decided key: what remains to be stored when the value is known.
constexpr std::uint8_t half_distance(Key key) {
  return static_cast<std::uint8_t>(key < kKeyDraw ? key : key == kKeyDraw ? 0 : 255 - key);
}

int level_or_default(int level, Metric metric) {
  if (level != kDefaultLevel) return level;
  return metric == Metric::kValue ? kValueLevel : kDistanceLevel;
}

struct FreeDecompressor {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

/// Decompresses one frame that must give exactly `out`.
bool decompress(std::span<const std::uint8_t> frame, std::span<std::uint8_t> out) {
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeDecompressor> context(ZSTD_createDCtx());
  if (ZSTD_getFrameContentSize(frame.data(), frame.size()) != out.size()) return false;
  const std::size_t size =
      ZSTD_decompressDCtx(context.get(), out.data(), out.size(), frame.data(), frame.size());
  return size == out.size();
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

EncodedBlock BlockEncoder::encode(std::span<const Key> keys) {
  EncodedBlock block;
  block.packed_values.resize(packed_size(keys.size()));
  pack_values(keys, block.packed_values);
  if (context_->format.metric == Metric::kValue) {
    block.bytes = context_->compress(block.packed_values);
  } else {
    std::vector<std::uint8_t>& halves = context_->halves;
    halves.clear();
    for (Key key : keys)
      if (key != kKeyDraw) halves.push_back(half_distance(key));
    block.bytes = context_->compress(halves);
  }
  block.checksum = checksum(block.bytes);
  return block;
}

bool decode_value_block(std::span<const std::uint8_t> bytes, std::uint32_t slots,
                        std::span<std::uint8_t> packed) {
  return decompress(bytes, packed) && are_packed_values(packed, slots);
}

bool decode_distance_block(std::span<const std::uint8_t> bytes, const std::uint8_t* packed_values,
                           std::span<Key> keys) {
  thread_local std::vector<std::uint8_t> halves;
  std::size_t decided = 0;
  for (std::size_t i = 0; i < keys.size(); ++i)
    decided += value_at(packed_values, i) != Value::kDraw;
  halves.resize(decided);
  if (!decompress(bytes, halves)) return false;
  const std::uint8_t* half = halves.data();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    switch (value_at(packed_values, i)) {
      case Value::kDraw:
        keys[i] = kKeyDraw;
        break;
      case Value::kWin:
        if (*half >= kKeyDraw) return false;
        keys[i] = *half++;
        break;
      case Value::kLoss:
        if (*half > kKeyDraw) return false;
        keys[i] = static_cast<Key>(255 - *half++);
        break;
    }
  }
  return true;
}

}  // namespace millstone
