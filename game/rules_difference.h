#pragma once

#include <string>
#include <string_view>

namespace mill {

/// The first line in which two rules texts differ, as far as a message needs it.
struct RulesDifference {
  std::string left, right;  ///< "field=value"; of a part of the board graph what is in it, or not
};

/// @param left, right  Variant::canonical_text() of variants with other rules
RulesDifference first_difference(std::string_view left, std::string_view right);

}  // namespace mill
