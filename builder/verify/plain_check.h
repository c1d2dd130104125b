#pragma once

#include "builder/verify/recompute.h"

namespace millstone::verifier {

/// The key of a position, recomputed move by move with the plain move generator: slow, and so
/// simple that it vouches for the code that works on whole blocks.
Key recompute_plainly(const Successors& successors, const Position& position);

}  // namespace millstone::verifier
