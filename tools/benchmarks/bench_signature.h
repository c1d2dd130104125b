#pragma once

#include <cstdint>

#include "base/error.h"
#include "builder/solver/solver.h"
#include "game/variant.h"

namespace mill {

/// One number that changes when a value, a distance, the order of slots or the rules of movement
/// do, and never with the compressor, the kernels or the number of threads: XXH3-64 over the
/// outcomes of the smallest subspaces (3-3 to 4-4 where a side needs three stones and has four) in
/// build order, slot by slot, and then perft counts, 8 bytes each, from the start and from the
/// middle of the last of these subspaces. Takes about a second.
Result<std::uint64_t> bench_signature(const Variant& variant, const SolveOptions& options);

}  // namespace mill
