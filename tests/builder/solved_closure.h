#pragma once

#include <map>

#include "builder/solver/solver.h"

namespace mill {

using SolvedClosure = std::map<Subspace, SolvedSubspace>;

/// Solves everything a subspace depends on, in memory. A solve is given no more of an input than it
/// asks for.
SolvedClosure solve_closure(const Variant& variant, const Subspace& root,
                            SolveOptions options = {});
SolvedClosure solve_closure(const Variant& variant, const Subspace& root, const Kernels& kernels);

/// Hands out what is in `solved`, which must outlive it: of a table no more than the blocks that
/// are asked for, as if read from files.
/// @param pool  where these parts come from
InputProvider inputs_from(const SolvedClosure& solved,
                          std::shared_ptr<ByteArrayPool> pool = std::make_shared<ByteArrayPool>());

}  // namespace mill
