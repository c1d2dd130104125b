#pragma once

#include <vector>

#include "builder/solver/solver.h"

namespace mill {

/// Solves the closure of `roots` and keeps all of it in memory, without files. In build order.
Result<std::vector<SolvedSubspace>> solve_in_memory(const Variant& variant,
                                                    const std::vector<Subspace>& roots,
                                                    const SolveOptions& options);

}  // namespace mill
