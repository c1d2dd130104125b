#pragma once

#include "builder/blocks/conversions.h"

namespace mill {

/// Numbers of quiet moves of a block's positions, into `scratch.quiet`.
void count_quiet_moves(const SideContext& context, std::uint32_t block, Scratch& scratch);

}  // namespace mill
