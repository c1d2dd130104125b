#pragma once

#include "builder/exits.h"
#include "builder/pair_state.h"
#include "builder/solver.h"

namespace millstone {

/// What the exits of one side to move lead to, for all its positions: the largest key among those
/// successors, as the side that is next to move sees it; 0 if there is none, or none better than a
/// win in 1 for that side. Where a ply may go on after an exit (isDefenderMoveFirst) it is 255
/// minus the own key.
///
/// Inputs are asked for one after the other and let go of before the next.
Result<KeyTable> gather_exits(const Mover& mover, const KeyProvider& inputs);

/// Makes finished keys of what the exits lead to, for a side whose turns are all exits.
void settle_exits(const Mover& mover, KeyTable& best);

/// Makes of what the exits lead to the state before level 0: keys, counters of the turns that may
/// still avoid a loss, marks. `side.keys` holds the result of gather_exits().
void settle_first_values(const Mover& mover, SideState& side);

}  // namespace millstone
