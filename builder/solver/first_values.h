#pragma once

#include "builder/solver/exits.h"
#include "builder/solver/key_plane.h"
#include "builder/solver/pair_state.h"
#include "builder/solver/solver.h"

namespace millstone {

/// A table of zeros to gather exits in.
Result<KeyTable> make_exit_table(const Mover& mover);

/// What the exits of one side to move lead to, for all its positions: the largest key among those
/// successors, as the side that is next to move sees it; 0 if there is none, or none better than a
/// win in 1 for that side. Where a ply may go on after an exit (isDefenderMoveFirst) it is 255
/// minus the own key.
///
/// Inputs are asked for one after the other, in parts where they do not fit into `memory`, and let
/// go of before the next. kInterrupted when asked to stop; the table may then hold a part of the
/// group that was not finished, which does no harm if gathering goes on with it.
/// @param memory       bytes for an input and what is made of it
/// @param best         a table from make_exit_table(), or what was gathered of the first groups
/// @param groups_done  how many of the groups are in `best`; counted up here
/// @param after_group  called after each
Result<void> gather_exits(const Mover& mover, const KeyProvider& inputs, std::uint64_t memory,
                          KeyTable& best, std::uint32_t& groups_done,
                          const std::function<void()>& after_group);

/// Makes finished keys of what the exits lead to, for a side whose turns are all exits.
void settle_exits(const Mover& mover, const KeyPlane& plane, KeyTable& best);

/// Makes of what the exits lead to the state before level 0: keys, counters of the turns that may
/// still avoid a loss, marks. `side.keys` holds the result of gather_exits().
void settle_first_values(const Mover& mover, const KeyPlane& plane, SideState& side);

/// Goes on to the next plane after the levels of one: what is decided is out of the way, what is
/// not gets the keys that its exits have there. Counters stay as they are.
/// @param plane  the next one
/// @param best   what exits lead to as seen from there; becomes the keys
/// @return the side as it goes on; `side.keys` is then the finished table of the plane before, and
///         the rest of `side` is gone
std::unique_ptr<SideState> settle_next_plane(const Mover& mover, const KeyPlane& plane,
                                             SideState& side, KeyTable best);

/// Brings passes and marks back for a side whose keys and counters were saved.
void restore_side(const Mover& mover, SideState& side);

}  // namespace millstone
