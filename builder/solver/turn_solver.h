#pragma once

#include "builder/solver/solver.h"

namespace mill {

/// Solves a subspace, or a pair, turn by turn with the move generator of the game: under any rules,
/// and slower than work on whole blocks, which knows the usual turns alone (has_usual_turns()). All
/// inputs are held at a time; there is no checkpoint. kInterrupted, kNotEnoughMemory.
///
/// Wins and losses are found by rising distance, as in retrograde analysis: a lost position makes
/// those before it wins, and one that is won takes a way out from those before it, which are looked
/// at anew when none seems to be left. Classes that own several slots are worked on in the lowest.
Result<std::vector<SolvedSubspace>> solve_by_turns(const Variant& variant, const Subspace& subspace,
                                                   const InputProvider& inputs,
                                                   const SolveOptions& options);

/// Most bytes that it holds at a time.
std::uint64_t turn_solver_memory(const Variant& variant, const Subspace& subspace);

}  // namespace mill
