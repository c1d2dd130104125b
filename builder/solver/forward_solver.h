#pragma once

#include "builder/solver/solver.h"

namespace mill {

/// Solves a subspace to which no turn leads back: one pass over its blocks for each input.
///
/// Memory: a byte per slot, of one input in turn, and of folded captures; see solve_memory().
/// @param subspace  not is_cyclic()
Result<SolvedSubspace> solve_forward(const Variant& variant, const Subspace& subspace,
                                     const InputProvider& inputs, const SolveOptions& options);

}  // namespace mill
