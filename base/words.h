#pragma once

#include <algorithm>
#include <cctype>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mill {

inline constexpr std::string_view kBlanks = " \t\r\n\v\f";

/// The text without blanks at its beginning.
inline std::string_view without_leading_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text;
}

/// The text without blanks at its end.
inline std::string_view without_trailing_blanks(std::string_view text) {
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

/// The text without blanks at its ends.
inline std::string_view trimmed(std::string_view text) {
  return without_leading_blanks(without_trailing_blanks(text));
}

/// Takes the next word off the front of `rest`; empty at its end.
inline std::string_view take_word(std::string_view& rest) {
  rest = without_leading_blanks(rest);
  const std::string_view word = rest.substr(0, rest.find_first_of(kBlanks));
  rest.remove_prefix(word.size());
  return word;
}

/// The words of a line, which must outlive them.
using Words = std::vector<std::string_view>;

inline Words split_words(std::string_view line) {
  Words words;
  for (auto word = take_word(line); !word.empty(); word = take_word(line)) words.push_back(word);
  return words;
}

/// What stands between separators, empty or not: one part more than there are separators.
inline Words split_at(std::string_view text, char separator) {
  Words parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// Takes what stands before the next separator off the front of `rest`, and the separator with it,
/// which is not returned; all of `rest` if there is none.
inline std::string_view take_part(std::string_view& rest, char separator) {
  const std::string_view part = rest.substr(0, rest.find(separator));
  rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  return part;
}

/// The two sides of NAME=VALUE.
struct NamedValue {
  std::string_view name, value;
};

/// Splits at the first equals sign; none where there is no such sign.
inline std::optional<NamedValue> split_named_value(std::string_view text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string_view::npos) return std::nullopt;
  return NamedValue{text.substr(0, sign), text.substr(sign + 1)};
}

/// Takes the first line off the front of `rest`, with its end, which is not returned.
inline std::string_view take_line(std::string_view& rest) { return take_part(rest, '\n'); }

/// From the beginning of the first word to the end of the last, where they are pieces of one text.
inline std::string_view text_of(std::span<const std::string_view> words) {
  if (words.empty()) return {};
  const char* begin = words.front().data();
  const char* end = words.back().data() + words.back().size();
  return {begin, static_cast<std::size_t>(end - begin)};
}

/// The letters of ASCII made small.
inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return lower;
}

/// Whether both are the same, small or capital.
inline bool same_letters(std::string_view left, std::string_view right) {
  return lower_case(left) == lower_case(right);
}

}  // namespace mill
