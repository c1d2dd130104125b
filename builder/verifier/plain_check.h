#pragma once

#include "builder/verifier/recompute.h"

namespace mill::verifier {

/// The outcome of a position, recomputed action by action as a game is played, with the plain move
/// generator: slow, and so simple that it vouches for the code that is quick. For all rules and all
/// distances. `position` may have removals pending if a turn of the subspace leads to it. One of
/// the subspace that no play can lead to has a draw.
Outcome recompute_plainly(const SuccessorTables& successors, const Position& position);

/// The same for a slot of the subspace.
Outcome recompute_plainly(const SuccessorTables& successors, const Numbering& numbering,
                          std::uint64_t slot);

/// The outcomes that follow from a subspace, for who recomputes whole blocks. Refers to its
/// argument.
Successors<OutcomeByte> outcomes_of(const SuccessorTables& successors);

}  // namespace mill::verifier
