#pragma once

#include <string_view>

#include "engine/games/game.h"

namespace mill {

/// The game that a position on a command line stands for:
///
///     O@O*****/*****@*O/**@***** w ...    a position text
///     fen F                               the same
///     startpos                            the empty board
///     startpos [moves] d6 f4 d2           ... and turns from there
///     F moves d5-a7                       turns from a position text
///
/// kInvalidArgument naming what is wrong; turns behind the end of a game are wrong too.
Result<Game> parse_position_argument(const Variant& variant, std::string_view text);

}  // namespace mill
