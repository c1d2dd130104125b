#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mill {

/// Level for what a codec has learned of a file: few bytes, in its header.
inline constexpr int kModelLevel = 19;

/// Bytes that a frame says it holds; nothing if it does not say so or is none.
std::optional<std::size_t> frame_content_size(std::span<const std::uint8_t> frame);

/// Decompresses one frame that must give exactly `out`; false if it does not. Any thread.
bool decompress_frame(std::span<const std::uint8_t> frame, std::span<std::uint8_t> out);

/// One frame with its content size.
std::vector<std::uint8_t> compress_frame(std::span<const std::uint8_t> bytes, int level);

}  // namespace mill
