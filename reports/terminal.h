#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "game/value.h"

namespace mill {

// The one place that knows whether somebody looks at what is printed, and how much room there is.

enum class Stream { kOutput, kErrors };  ///< standard output and standard error

/// Whether a stream is a terminal.
bool is_terminal(Stream stream);

/// Characters in a line of the terminal: COLUMNS of the environment if it is a number above 0, else
/// what the terminal says, 80 if it does not. None for what is no terminal: files and pipes have
/// room for everything. Asked anew each time, since windows change.
std::optional<std::size_t> terminal_width(Stream stream);

/// Whether a stream is a terminal that shows colours and nobody has set NO_COLOR (to anything but
/// nothing).
bool shows_colours(Stream stream);

/// How text for people is laid out.
struct TextLayout {
  std::optional<std::size_t> width;  ///< characters in a line; none: as many as it takes
  bool colours = false;

  /// That of the standard output.
  static TextLayout of_output();
};

/// The text in the colour of a value, for a terminal: colours that people who see no red or no
/// green can tell apart.
std::string coloured(std::string_view text, Value value);

/// Characters that a text takes on a terminal; the bytes of UTF-8 that go on a character are none.
std::size_t display_width(std::string_view text);

/// The text if it fits, otherwise its beginning with "..." for the rest.
std::string shortened(std::string_view text, std::size_t width);

/// Words one after the other, in lines of at most so many characters; each ends with a newline.
/// Lines after the first begin with `indent`. A word that is longer than a line has one of its own.
std::string wrapped(std::string_view text, std::size_t width, std::string_view indent = {});

/// The same in lines for the standard output: of its width, but not longer than is good to read.
std::string wrapped_for_output(std::string_view text, std::string_view indent = {});

}  // namespace mill
