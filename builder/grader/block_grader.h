#pragma once

#include "base/byte_array_pool.h"
#include "builder/grader/grade_solver.h"
#include "builder/solver/solver.h"

namespace mill {

struct BlockGradeOptions {
  std::shared_ptr<ByteArrayPool> pool{};  ///< where tables come from and return to
  const Kernels* kernels = nullptr;       ///< null: the fastest there are
  StopFlag stop{};                        ///< to give up
};

/// Whether grade_by_blocks() knows the turns of the subspaces that are graded together: no more
/// state than counts, and nobody who is blocked or finds the board full takes stones or passes.
bool is_graded_by_blocks(const Variant& variant, const Subspace& subspace);

/// Grades as grade_by_turns() does, with the same result, but a block of positions at a time, as
/// the solver finds values: many times as fast.
///
/// Memory: 3 bytes per slot and side, 2 more of one side in turn; while starting 4 bytes per slot
/// of one input in turn, 2 of the folded captures.
/// @param subspace  is_graded_by_blocks()
Result<std::vector<SubspaceGrades>> grade_by_blocks(const Variant& variant,
                                                    const Subspace& subspace,
                                                    const ScoreTable& scores,
                                                    const GradeInputs& inputs,
                                                    const BlockGradeOptions& options);

/// Most bytes that it holds at a time, its inputs included.
std::uint64_t block_grader_memory(const Variant& variant, const Subspace& subspace);

}  // namespace mill
