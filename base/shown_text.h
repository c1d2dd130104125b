#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mill {

/// A text from outside as it can stand on a terminal: control characters, also those of two bytes,
/// and what is not UTF-8 are written as \x1b and the like.
std::string shown_text(std::string_view text);

/// The same in at most `longest` bytes, with dots in place of what is left out.
std::string shown_text(std::string_view text, std::size_t longest);

/// Most bytes of the message of an error, so that with the name of the command before it a line of
/// stderr stays under 300.
inline constexpr std::size_t kLongestMessage = 270;

/// The shown_text() of a message; of a longer one its beginning and its end.
std::string shown_message(std::string_view message);

}  // namespace mill
