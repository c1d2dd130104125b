#pragma once

#include <string_view>
#include <vector>

#include "engine/games/game_text.h"

namespace mill {

/// Reads games that stand one after the other, all by the rules of `variant`. Every turn is
/// played: one that is not legal is an error. What is in braces is a comment; only the turns and
/// the result at the end of each game must be there.
/// @param source  how messages name the text, usually its file; they tell line and game too
/// @return kInvalidArgument for text that is no game, kWrongRules for games by other rules
Result<std::vector<GameRecord>> parse_games(const Variant& variant, std::string_view text,
                                            std::string_view source);

}  // namespace mill
