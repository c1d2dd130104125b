#pragma once

#include <span>
#include <string_view>

#include "base/error.h"

namespace mill {

/// What stands behind the counted fields of a position text (see game/README.md), in any order.
struct TextSuffixes {
  bool nodes = false;  ///< `ids:nodes`: points are numbered as on the board, and -1 is none
  int stalemate = 0;   ///< `s`: 1 a blocked side takes a stone and goes on, 2 both sides take one
};

/// Whether one of the words is `ids:nodes`.
bool has_nodes_mark(std::span<const std::string_view> words);

/// Reads the words behind the last counted field. Captures that are due by rules which no variant
/// has (custodian, intervention, leap) are refused; without any due a field says nothing.
/// @return kInvalidArgument or kUnsupportedRule with the name of the field
Result<TextSuffixes> parse_suffixes(std::span<const std::string_view> words);

}  // namespace mill
