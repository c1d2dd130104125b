#include "game/text_suffixes.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "base/numbers.h"

namespace mill {
namespace {

constexpr std::string_view kNodesMark = "ids:nodes";
constexpr std::string_view kKeys[] = {kNodesMark, "c:", "i:", "l:", "p:", "s:"};
constexpr std::size_t kKeyLength = 2;
constexpr std::string_view kDigits = "0123456789";
constexpr int kLastPoint = 31;  // the older dialect numbers points from 8

Error wrong(std::string_view field, std::string_view found, std::string_view expected) {
  return {
      ErrorCode::kInvalidArgument,
      fmt::format("position text: field '{}': found '{}', expected {}", field, found, expected)};
}

/// How many stones one half of a capture field says are due, `w-N-a.b`; none if it is malformed.
std::optional<std::string_view> stones_due(std::string_view half, char side) {
  if (half.size() < 2 || half[0] != side || half[1] != '-') return std::nullopt;
  half.remove_prefix(2);
  const std::size_t dash = std::min(half.find('-'), half.size());
  const std::string_view stones = half.substr(0, dash);
  const bool is_number = !stones.empty() && stones.find_first_not_of(kDigits) == stones.npos;
  if (!is_number || dash == half.size()) return std::nullopt;
  if (half.find_first_not_of("0123456789.", dash + 1) != half.npos) return std::nullopt;
  return stones;
}

Result<void> check_capture(std::string_view field, std::string_view text, std::string_view rule) {
  const std::size_t bar = std::min(text.find('|'), text.size());
  const auto white = stones_due(text.substr(0, bar), 'w');
  const auto black = stones_due(text.substr(std::min(bar + 1, text.size())), 'b');
  if (!white || !black) return tl::unexpected(wrong(field, text, "w-N-points|b-N-points"));
  const auto is_none = [](std::string_view stones) {
    return stones.find_first_not_of('0') == stones.npos;
  };
  if (is_none(*white) && is_none(*black)) return {};
  return fail(ErrorCode::kUnsupportedRule,
              "position text: field '{}': found '{}', expected no stone that is due: {} is not "
              "supported",
              field, text, rule);
}

/// Reads the value of the field with a letter.
Result<void> read_value(char letter, std::string_view text, TextSuffixes& suffixes) {
  const std::string_view field(&letter, 1);
  if (letter == 'c') return check_capture(field, text, "custodianCapture");
  if (letter == 'i') return check_capture(field, text, "interventionCapture");
  if (letter == 'l') return check_capture(field, text, "leapCapture");
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

}  // namespace mill
