#pragma once

#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/words.h"

namespace mill {

/// Reads a text line by line; empty lines and what follows a # are skipped.
/// @param source  how messages name the text, usually its file
/// @param what    how they call what a line holds
/// @param parse   a Result from the rest of a line; its message gets source and line
/// @return at least one; kInvalidArgument where no line holds anything
template <typename Parse>
auto parse_lines(std::string_view text, std::string_view source, std::string_view what,
                 const Parse& parse)
    -> Result<std::vector<typename decltype(parse(text))::value_type>> {
  std::vector<typename decltype(parse(text))::value_type> parsed;
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = take_line(text);
    line = trimmed(take_part(line, '#'));
    if (line.empty()) continue;
    auto one = parse(line);
    if (!one) return fail(one.error().code, "{}:{}: {}", source, number, one.error().message);
    parsed.push_back(*std::move(one));
  }
  if (parsed.empty()) return fail(ErrorCode::kInvalidArgument, "{}: found no {}", source, what);
  return parsed;
}

}  // namespace mill
