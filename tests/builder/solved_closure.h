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

/// Some blocks of a table, as if read from files.
std::shared_ptr<const OutcomeTable> part_of(const OutcomeTable& whole, BlockRange range,
                                            const std::shared_ptr<ByteArrayPool>& pool);

}  // namespace mill
