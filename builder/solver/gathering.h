#pragma once

#include <functional>

#include "builder/blocks/conversions.h"
#include "builder/solver/distance_window.h"
#include "builder/solver/solver.h"

namespace mill {

/// Raises `best` by all conversions of one side to move. Inputs are asked for one after the other,
/// in parts where they do not fit into `memory`, and let go of before the next. kInterrupted when
/// asked to stop; `best` may then hold a part of the group that was not finished, which does no
/// harm if gathering goes on with it.
/// @param memory       bytes for an input and what is made of it
/// @param best         what was gathered of the first groups
/// @param groups_done  how many of the groups are in `best`; counted up here
/// @param after_group  called after each
template <SuccessorWorth Worth>
Result<void> gather_conversions(const SideContext& context, const InputProvider& inputs,
                                std::uint64_t memory, BestSuccessors<Worth>& best,
                                std::uint32_t& groups_done,
                                const std::function<void()>& after_group);

/// The outcomes of a side whose turns all are conversions, as seen from a window, in place of what
/// was gathered.
template <SuccessorWorth Worth>
OutcomeTable decide(const SideContext& context, const DistanceWindow& window,
                    BestSuccessors<Worth> best);

}  // namespace mill
