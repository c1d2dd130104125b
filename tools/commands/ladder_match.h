#pragma once

#include "base/error.h"
#include "tools/commands/match_arguments.h"

namespace mill {

/// Plays the matches of `match --ladder` and prints one table of all players, or draws it.
Result<void> run_ladder(const MatchArguments& arguments);

}  // namespace mill
