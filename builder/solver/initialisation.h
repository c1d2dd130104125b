#pragma once

#include "builder/blocks/conversions.h"
#include "builder/solver/distance_window.h"
#include "builder/solver/pair_state.h"

namespace mill {

// The states of one side of a pair, from what its conversions lead to until its outcomes are final.
// All functions work on all threads of the arena.

/// The state before level 0, made of the best successors in place: bytes, counters of the turns
/// that may still avoid a loss, marks of what is decided. kNotEnoughMemory when the system refuses.
Result<std::unique_ptr<SideState>> initialise(const SideContext& context,
                                              const DistanceWindow& window,
                                              BestSuccessors<NextSideByte> best);

/// A side on its way from one window to the next.
struct NextWindow {
  OutcomeTable finished;  ///< of the window before; kLaterByte where a later one knows
  std::unique_ptr<SideState> side;
};

/// Goes on to the next window after the levels of one: what is decided is out of the way, what is
/// not gets the bytes that its conversions have there. Counters stay as they are.
/// @param window  the next one
/// @param best    as seen from there
NextWindow initialise_next_window(const SideContext& context, const DistanceWindow& window,
                                  std::unique_ptr<SideState> side,
                                  BestSuccessors<NextSideByte> best);

/// A side with bytes and counters that a checkpoint is to fill. kNotEnoughMemory when the system
/// refuses.
Result<std::unique_ptr<SideState>> make_side_to_restore(const SideContext& context);

/// Brings passes and marks back once they are filled.
void restore_side(const SideContext& context, SideState& side);

/// The outcomes after the last level, in place of the bytes and counters, which are gone: what no
/// level has decided is a draw.
OutcomeTable decide_draws(const SideContext& context, SideState& side);

}  // namespace mill
