#pragma once

// It checks its own reading with assert(), which would end the program; errors come all the same.
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>

#include <string>
#include <string_view>

#include "base/error.h"
#include "game/board.h"

namespace mill {

// What the readers of board and variant files share. Not for other layers: toml++ is slow to
// compile.

/// The table that a text holds; kInvalidArgument naming the line if it is not TOML, or if it is
/// larger than 64 KiB or has a line of more than 16 dots, which a variant or board has no use for.
/// @param who  how messages begin, such as "board boards/24.toml"
Result<toml::table> parse_toml(std::string_view text, std::string_view who);

/// The field `name`: printable ASCII, so that it can stand in a file header and on a terminal, and
/// short. kInvalidArgument otherwise.
/// @param fallback  the name if there is no such field
Result<std::string> read_name(const toml::table& table, std::string fallback, std::string_view who);

/// Reads a board from the table of its file or from the table `board` of a variant file.
/// @param fallback  the name if the table gives none; empty: it must
Result<Board> read_board(const toml::table& table, std::string fallback, std::string_view who);

}  // namespace mill
