#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace millstone {

/// The text as one line of UTF-8 that does nothing to a terminal, whatever a file or another
/// program has put into it: control characters and bytes that are no UTF-8 become question marks;
/// what is beyond `longest` bytes is left out, with dots in its place.
std::string printable_text(std::string_view text, std::size_t longest = 300);

}  // namespace millstone
