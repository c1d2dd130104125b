#pragma once

#include "builder/solver/solver.h"

namespace mill {

/// Solves a pair: two subspaces between which quiet turns lead back and forth, or one that is its
/// own mirror. Returns the subspace in which the major side moves first, then its mirror.
///
/// Memory: 2 bytes per slot and side, while starting 1 byte per slot of one input in turn and of
/// the folded captures, and a little for marks; see solve_memory().
/// @param subspace  is_cyclic()
Result<std::vector<SolvedSubspace>> solve_pair(const Variant& variant, const Subspace& subspace,
                                               const InputProvider& inputs,
                                               const SolveOptions& options);

}  // namespace mill
