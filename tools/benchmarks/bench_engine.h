#pragma once

#include "game/variant.h"

namespace mill {

/// How fast one thread plays, by seconds of processor time.
struct EngineRates {
  double nodes_per_second = 0;  ///< actions made in searches without databases, no hands
  double turns_per_second = 0;  ///< counted by perft from the same positions
};

/// Searches some positions of the moving phase, always the same ones, for a few seconds.
EngineRates measure_engine(const Variant& variant);

}  // namespace mill
