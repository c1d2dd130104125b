#pragma once

#include "builder/blocks/conversions.h"

namespace mill {

/// Passes and removals of a side that is blocked or finds the board full, position by position:
/// they are few.
void raise_by_blocked(const SideContext& context, const Successors<NextSideByte>& successors,
                      BestSuccessors<NextSideByte>& best);

}  // namespace mill
