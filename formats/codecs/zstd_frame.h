#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

struct ZSTD_CCtx_s;

namespace mill {

/// Level for what a codec has learned of a file: few bytes, in its header.
inline constexpr int kModelLevel = 19;

/// Bytes that a frame says it holds; nothing if it does not say so or is none.
std::optional<std::size_t> frame_content_size(std::span<const std::uint8_t> frame);

/// Decompresses one frame that must give exactly `out`; false if it does not. Any thread.
bool decompress_frame(std::span<const std::uint8_t> frame, std::span<std::uint8_t> out);

/// One frame with its content size.
std::vector<std::uint8_t> compress_frame(std::span<const std::uint8_t> bytes, int level);

/// The bytes of values, or half distances, that must repeat before a repetition is worth being
/// told. Up to this level zstd, left to itself, takes 4 or 5, which makes larger files more slowly.
inline constexpr int kShortestRepeat = 6;
inline constexpr int kHighestQuickLevel = 9;

/// Compresses one frame after the other, each with its content size. For one thread.
class FrameCompressor {
 public:
  /// @param level  of zstd; up to kHighestQuickLevel only repetitions of kShortestRepeat bytes are
  /// told
  explicit FrameCompressor(int level);

  std::vector<std::uint8_t> compress(std::span<const std::uint8_t> bytes);

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
  };

  std::unique_ptr<ZSTD_CCtx_s, Free> context_;
  std::vector<std::uint8_t> frame_;  // kept, so that it is got once
};

}  // namespace mill
