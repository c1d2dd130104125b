#include "formats/codecs/zstd_frame.h"

#include <zstd.h>

#include <algorithm>

#include "base/error.h"

namespace mill {
namespace {

struct FreeDecompressor {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

}  // namespace

std::optional<std::size_t> frame_content_size(std::span<const std::uint8_t> frame) {
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR) return std::nullopt;
  return size;
}

bool decompress_frame(std::span<const std::uint8_t> frame, std::span<std::uint8_t> out) {
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeDecompressor> context(ZSTD_createDCtx());
  if (frame_content_size(frame) != out.size()) return false;
  const std::size_t size =
      ZSTD_decompressDCtx(context.get(), out.data(), out.size(), frame.data(), frame.size());
  return size == out.size();
}

std::vector<std::uint8_t> compress_frame(std::span<const std::uint8_t> bytes, int level) {
  std::vector<std::uint8_t> frame(ZSTD_compressBound(bytes.size()));
  const std::size_t size =
      ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), level);
  MILLSTONE_CHECK(!ZSTD_isError(size));
  frame.resize(size);
  return frame;
}

void FrameCompressor::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

FrameCompressor::FrameCompressor(int level) : context_(ZSTD_createCCtx()) {
  MILLSTONE_CHECK(context_ != nullptr);
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
  if (level <= kHighestQuickLevel)
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_minMatch, kShortestRepeat);
}

std::vector<std::uint8_t> FrameCompressor::compress(std::span<const std::uint8_t> bytes) {
  frame_.resize(std::max(frame_.size(), ZSTD_compressBound(bytes.size())));
  const std::size_t size =
      ZSTD_compress2(context_.get(), frame_.data(), frame_.size(), bytes.data(), bytes.size());
  MILLSTONE_CHECK(!ZSTD_isError(size));
  return {frame_.begin(), frame_.begin() + static_cast<std::ptrdiff_t>(size)};
}

}  // namespace mill
