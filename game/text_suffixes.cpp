#include "game/text_suffixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "base/bits.h"
#include "base/numbers.h"
#include "base/words.h"

namespace mill {
namespace {

constexpr std::string_view kNodesMark = "ids:nodes";
constexpr std::string_view kKeys[] = {kNodesMark, "c:", "i:", "l:", "p:", "s:"};
constexpr std::size_t kKeyLength = 2;
constexpr int kLastPoint = 31;  // the older dialect numbers points from 8

Error wrong(std::string_view field, std::string_view found, std::string_view expected) {
  return {
      ErrorCode::kInvalidArgument,
      fmt::format("position text: field '{}': found '{}', expected {}", field, found, expected)};
}

/// One half of a capture field, `w-N-a.b`; none if it is malformed.
std::optional<CaptureDue> read_half(std::string_view half, char side) {
  if (half.size() < 2 || half[0] != side || half[1] != '-') return std::nullopt;
  half.remove_prefix(2);
  const std::size_t dash = std::min(half.find('-'), half.size());
  if (dash == half.size()) return std::nullopt;
  const auto stones = number_in<int>(half.substr(0, dash));
  if (!stones || *stones < 0) return std::nullopt;
  CaptureDue due{*stones, 0};
  const std::string_view list = half.substr(dash + 1);
  if (list.empty()) return due;
  for (const std::string_view part : split_at(list, '.')) {
    const auto point = number_in<int>(part);
    if (!point || *point < 0 || *point > kLastPoint) return std::nullopt;
    due.points |= std::uint32_t{1} << *point;
  }
  return due;
}

Result<void> read_capture(std::string_view field, std::string_view text, CaptureDue (&due)[2]) {
  const std::size_t bar = std::min(text.find('|'), text.size());
  const auto white = read_half(text.substr(0, bar), 'w');
  const auto black = read_half(text.substr(std::min(bar + 1, text.size())), 'b');
  if (!white || !black) return tl::unexpected(wrong(field, text, "w-N-points|b-N-points"));
  due[0] = *white;
  due[1] = *black;
  return {};
}

/// Reads the value of the field with a letter.
Result<void> read_value(char letter, std::string_view text, TextSuffixes& suffixes) {
  const std::string_view field(&letter, 1);
  if (letter == 'c') return read_capture(field, text, suffixes.custodian);
  if (letter == 'i') return read_capture(field, text, suffixes.intervention);
  if (letter == 'l') return read_capture(field, text, suffixes.leap);
  const bool prefers = letter == 'p';  // one of the points of `i`, of which there are none
  const int number = MILLSTONE_TRY(parse_number(text, prefers ? -1 : 0, prefers ? kLastPoint : 2,
                                                fmt::format("position text: field '{}'", field)));
  if (!prefers) suffixes.stalemate = number;
  return {};
}

}  // namespace

bool has_nodes_mark(std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), kNodesMark) != words.end();
}

Result<TextSuffixes> parse_suffixes(std::span<const std::string_view> words) {
  TextSuffixes suffixes;
  std::vector<std::string_view> read;
  for (const std::string_view word : words) {
    const std::string_view key = word == kNodesMark ? word : word.substr(0, kKeyLength);
    if (std::find(std::begin(kKeys), std::end(kKeys), key) == std::end(kKeys))
      return fail(ErrorCode::kInvalidArgument,
                  "position text: field 'fullmove' should be the last: found '{}' after it, "
                  "expected at most {}",
                  word, fmt::join(kKeys, " "));
    if (std::find(read.begin(), read.end(), key) != read.end())
      return fail(ErrorCode::kInvalidArgument, "position text: found '{}' twice", key);
    read.push_back(key);
    if (key == kNodesMark) {
      suffixes.nodes = true;
    } else {
      MILLSTONE_TRY(read_value(word[0], word.substr(kKeyLength), suffixes));
    }
  }
  return suffixes;
}

std::string capture_text(char letter, bool white, int stones, std::uint32_t points,
                         int first_number) {
  std::string numbers;
  for_each_bit(points, [&](int point) {
    numbers += fmt::format("{}{}", numbers.empty() ? "" : ".", first_number + point);
  });
  const std::string own = fmt::format("{}-{}", stones, numbers), none = "0-";
  return fmt::format(" {}:w-{}|b-{}", letter, white ? own : none, white ? none : own);
}

}  // namespace mill
