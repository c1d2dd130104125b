#pragma once

#include <string_view>
#include <vector>

#include "engine/games/game.h"

namespace mill {

/// Reads openings, one per line: turns or actions with spaces between (`d6 f4 d2`), or a position
/// text, or one with ` moves ` and turns behind it. Empty lines and what follows a # are skipped.
/// @param source  how messages name the text, usually its file
/// @return games that are still open, at least one; kInvalidArgument with the line that is wrong
Result<std::vector<Game>> parse_openings(const Variant& variant, const HistoryRules& history,
                                         std::string_view text, std::string_view source);

/// All games of so many turns that lead to different positions, up to the symmetries of the board,
/// and are still open; the first found leads to each. 0 is the start alone. kInvalidArgument if
/// there are none or more than 100,000.
Result<std::vector<Game>> all_openings(const Variant& variant, const HistoryRules& history,
                                       int turns);

}  // namespace mill
