#pragma once

#include <cstddef>

#include "prober/prober.h"

namespace mill {

/// How many turns of the opponent lose after `turn`, a legal turn of the position: the ways to go
/// wrong in a draw. None where the same side goes on.
Result<std::size_t> count_traps(const Prober& prober, const Position& position, const Turn& turn);

}  // namespace mill
