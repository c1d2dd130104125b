#include "game/rules_difference.h"

#include <fmt/format.h>

#include "base/words.h"

namespace mill {
namespace {

/// The first word of `text` that is no word of `other`; empty if there is none.
std::string_view word_missing_in(std::string_view text, std::string_view other) {
  while (!text.empty()) {
    const std::string_view word = take_part(text, ' ');
    if (fmt::format(" {} ", other).find(fmt::format(" {} ", word)) == std::string::npos)
      return word;
  }
  return {};
}

/// A line "field=value" as far as a message needs it: of a part of the board graph only in what it
/// differs from `other`.
std::string shown_difference(std::string_view line, std::string_view other) {
  if (!line.starts_with("board.")) return std::string(line);
  std::string_view value = line, other_value = other;
  const std::string_view field = take_part(value, '=');
  if (take_part(other_value, '=') != field) return std::string(field);
  if (const auto more = word_missing_in(value, other_value); !more.empty())
    return fmt::format("{} with {}", field, more);
  if (const auto less = word_missing_in(other_value, value); !less.empty())
    return fmt::format("{} without {}", field, less);
  return fmt::format("{} in another order", field);
}

}  // namespace

RulesDifference first_difference(std::string_view left, std::string_view right) {
  std::string_view left_line, right_line;
  do {
    left_line = take_line(left);
    right_line = take_line(right);
  } while (left_line == right_line && !(left.empty() && right.empty()));
  return {shown_difference(left_line, right_line), shown_difference(right_line, left_line)};
}

}  // namespace mill
