#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/moves.h"

namespace mill {

/// The token of a pass.
inline constexpr std::string_view kPassText = "pass";

/// Token of one action: `d6` places, `a1-a4` slides or flies, `xg7` removes, `pass` passes.
std::string action_text(const Board& board, const Action& action);

/// A whole turn: the tokens of its actions joined, such as `a1-a4xg7`; `xg7` when only a pending
/// removal is answered. Stones taken stand last and in the order of their points, whatever the
/// order they are taken in.
std::string turn_text(const Board& board, const Turn& turn);

/// Reads one token. The points must be on the board; whether the action is legal is not asked.
Result<Action> parse_action(const Board& board, std::string_view text);

/// Reads a turn, again without asking whether it is legal.
Result<Turn> parse_turn(const Board& board, std::string_view text);

/// Reads a turn and finds it among the legal ones of the position. The message tells text that is
/// no turn from a turn the rules forbid.
Result<Turn> parse_legal_turn(const Variant& variant, const Position& position,
                              std::string_view text);

}  // namespace mill
