#include "engine/printable_text.h"

#include <algorithm>

namespace millstone {
namespace {

constexpr std::string_view kDots = "...";

/// Bytes of the character that a first byte of UTF-8 announces; 0 if none begins so.
std::size_t announced_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF5 ? 4 : 0;
}

/// Whether the second byte fits to the first, beyond being a continuation: no control character, no
/// character written longer than it is, no half of a pair of UTF-16, nothing beyond the last one.
bool fits(unsigned char first, unsigned char second) {
  if (first == 0xC2 || first == 0xE0) return second >= 0xA0;
  if (first == 0xED) return second < 0xA0;
  if (first == 0xF0) return second >= 0x90;
  return first != 0xF4 || second < 0x90;
}

/// Bytes of the printable character that the text begins with; 0 if there is none.
std::size_t printable_length(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const std::size_t length = announced_length(byte(0));
  if (length == 0 || length > text.size()) return 0;
  if (length == 1) return byte(0) >= 0x20 && byte(0) != 0x7F ? 1 : 0;
  for (std::size_t at = 1; at < length; ++at)
    if ((byte(at) & 0xC0) != 0x80) return 0;
  return fits(byte(0), byte(1)) ? length : 0;
}

}  // namespace

std::string printable_text(std::string_view text, std::size_t longest) {
  std::string line;
  std::size_t end_with_dots = 0;  // where the line can end so that dots still have room
  while (!text.empty()) {
    const std::size_t length = printable_length(text);
    const std::string_view next = length ? text.substr(0, length) : "?";
    if (line.size() + next.size() > longest)
      return line.substr(0, end_with_dots).append(kDots.substr(0, longest));
    line += next;
    if (line.size() + kDots.size() <= longest) end_with_dots = line.size();
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return line;
}

}  // namespace millstone
