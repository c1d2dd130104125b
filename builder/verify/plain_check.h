#pragma once

#include "builder/verify/recompute.h"

namespace millstone::verifier {

/// The key of a position, recomputed move by move with the plain move generator: slow, and so
/// simple that it vouches for the code that is quick. For all rules; `position` may have removals
/// pending if a turn of the subspace leads to it.
Key recompute_plainly(const Successors& successors, const Position& position);

/// The key of a position that a turn of the subspace leads to, for its side to move.
Key successor_key(const Successors& successors, const Position& position);

}  // namespace millstone::verifier
