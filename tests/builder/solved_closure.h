#pragma once

#include <map>

#include "builder/solver.h"

namespace millstone {

using SolvedClosure = std::map<Subspace, SolvedSubspace>;

/// Solves everything a subspace depends on, in memory.
SolvedClosure solve_closure(const Variant& variant, const Subspace& root, const Kernels& kernels,
                            int longest_win = kLongestExactWin);

}  // namespace millstone
