#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"

namespace mill {

/// Stones that a capture makes due, of one kind and side.
struct CaptureDue {
  int stones = 0;
  std::uint32_t points = 0;  ///< bit i is the point with number i in the text's dialect
};

/// What stands behind the counted fields of a position text (see game/README.md), in any order.
struct TextSuffixes {
  bool nodes = false;  ///< `ids:nodes`: points are numbered as on the board, and -1 is none
  CaptureDue custodian[2], intervention[2], leap[2];  ///< `c`, `i`, `l`: of White, of Black
  int stalemate = 0;  ///< `s`: 1 a blocked side takes a stone and goes on, 2 both sides take one
};

/// Whether one of the words is `ids:nodes`.
bool has_nodes_mark(std::span<const std::string_view> words);

/// Reads the words behind the last counted field.
/// @return kInvalidArgument with the name of the field
Result<TextSuffixes> parse_suffixes(std::span<const std::string_view> words);

/// A field for stones that one side has to take by a capture: "c:w-1-9.16|b-0-".
/// @param letter        of the field
/// @param first_number  of the first point in the text's dialect
std::string capture_text(char letter, bool white, int stones, std::uint32_t points,
                         int first_number);

}  // namespace mill
