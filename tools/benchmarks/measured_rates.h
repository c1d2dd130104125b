#pragma once

#include "base/error.h"
#include "builder/plan/plan.h"

namespace mill {

/// Rates of this machine for estimates. Solves the game of four stones per side in memory, on one
/// thread, which takes a fifth of a second, and compares that with how long it took where the
/// defaults of WorkRates were measured. Time in which other processes run does not count.
Result<WorkRates> measure_rates();

}  // namespace mill
