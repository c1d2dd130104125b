#pragma once

#include "engine/search/engine.h"

namespace mill {

/// Stops an engine before it thinks, when it has to have a move all the same, and then while it
/// thinks without a limit.
/// @return what the second search found
SearchReport stop_before_and_within(Engine& engine);

}  // namespace mill
