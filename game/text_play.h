#pragma once

#include "game/moves.h"
#include "game/position_text.h"

namespace mill {

/// What a legal action makes of position, side to move and counters. rule50 counts slides, flights
/// and passes since the last placement or removal; a ply of two halves, which isDefenderMoveFirst
/// has where placing ends, adds one for its second half. fullmove counts plies of Black. A counter
/// at the largest int stays there.
TextPosition play(const Variant& variant, const TextPosition& before, const Action& action);

/// The same after the actions of a legal turn.
TextPosition play(const Variant& variant, const TextPosition& before, const Turn& turn);

/// Whether what was on the board before can never come back.
bool is_irreversible(const Action& action);

}  // namespace mill
