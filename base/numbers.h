#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/error.h"

namespace mill {

/// The number that the whole text is; none if it is anything else, or does not fit the type.
template <typename Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, number);
  if (failure != std::errc() || stop != end) return std::nullopt;
  return number;
}

/// Bytes in whole MiB, rounded up, so that they fit into as many.
constexpr std::uint64_t mebibytes_for(std::uint64_t bytes) {
  return (bytes >> 20) + ((bytes & ((1 << 20) - 1)) != 0);
}

/// Reads a number within a range.
/// @param who  what the number is, for the message
template <typename Number>
Result<Number> parse_number(std::string_view text, Number lowest, Number highest,
                            std::string_view who) {
  const auto number = number_in<Number>(text);
  if (number && lowest <= *number && *number <= highest) return *number;
  return fail(ErrorCode::kInvalidArgument, "{}: found '{}', expected a number from {} to {}", who,
              text, lowest, highest);
}

}  // namespace mill
