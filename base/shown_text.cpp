#include "base/shown_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace mill {
namespace {

constexpr std::string_view kDots = "...";

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

/// Bytes of the character that a text starts with, 0 if it is not well-formed UTF-8.
std::size_t character_size(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const std::size_t size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (text.size() < size) return 0;
  const auto second = static_cast<unsigned char>(text[1]);
  // What is written longer than need be, surrogates, and what lies beyond all characters.
  const bool outside = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                       (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
  if (outside || !std::all_of(text.begin() + 1, text.begin() + size, is_continuation)) return 0;
  return size;
}

/// Whether a terminal may act on the character instead of showing it: controls of one byte and of
/// two, and what turns the direction of a line around.
bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first < 0x20 || first == 0x7f;
  const auto second = static_cast<unsigned char>(character[1]);
  if (first == 0xc2) return second < 0xa0;
  if (first != 0xe2) return false;
  const auto third = static_cast<unsigned char>(character[2]);
  return (second == 0x80 && ((third >= 0xa8 && third <= 0xae) || third == 0x8e || third == 0x8f)) ||
         (second == 0x81 && third >= 0xa6 && third <= 0xa9);
}

}  // namespace

std::string shown_text(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(size, 1));
    if (size != 0 && !is_control(character))
      shown += character;
    else
      for (const char byte : character)
        shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    text.remove_prefix(character.size());
  }
  return shown;
}

std::string shown_text(std::string_view text, std::size_t longest) {
  // No character is shown with fewer bytes than it has.
  std::string shown = shown_text(text.substr(0, longest + kDots.size()));
  if (shown.size() <= longest) return shown;
  const std::string_view dots = kDots.substr(0, longest);
  std::size_t end = longest - dots.size();
  while (end > 0 && is_continuation(shown[end])) --end;
  return shown.substr(0, end).append(dots);
}

std::string shown_message(std::string_view message) {
  constexpr std::string_view kGap = " ... ";
  constexpr std::size_t kEnd = 90;
  std::string shown = shown_text(message);
  if (shown.size() <= kLongestMessage) return shown;
  std::size_t begin = kLongestMessage - kGap.size() - kEnd;
  std::size_t end = shown.size() - kEnd;
  while (begin > 0 && is_continuation(shown[begin])) --begin;
  while (end < shown.size() && is_continuation(shown[end])) ++end;
  return shown.replace(begin, end - begin, kGap);
}

}  // namespace mill
