#pragma once

#include "base/byte_array_pool.h"
#include "builder/grader/grade_solver.h"
#include "builder/solver/solver.h"

namespace mill {

/// Where the grader of blocks reads. All functions may be called while another runs.
struct BlockGradeInputs {
  /// What is to stand in the header of a grade file, without the grades.
  std::function<GradeData(const Subspace& subspace)> data;
  /// Reads the codes of the values of a subspace that is to be graded, as read_codes() does.
  std::function<Result<void>(const Subspace& subspace, const TakeCodes& take)> values;
  /// All grades that a subspace has of those that turns lead to, and its codes likewise.
  std::function<Result<std::vector<Grade>>(const Subspace& subspace)> grade_list;
  std::function<Result<void>(const Subspace& subspace, const TakeCodes& take)> grades;
};

struct BlockGradeOptions {
  std::shared_ptr<ByteArrayPool> pool{};  ///< where tables come from and return to
  const Kernels* kernels = nullptr;       ///< null: the fastest there are
  StopFlag stop{};                        ///< to give up
  SolveCheckpoint* checkpoint = nullptr;  ///< where to go on from and save to, if anywhere
};

/// Whether grade_by_blocks() knows the turns of the subspaces that are graded together: no more
/// state than counts, and nobody who is blocked or finds the board full takes stones or passes.
bool is_graded_by_blocks(const Variant& variant, const Subspace& subspace);

/// Grades as grade_by_turns() does, with the same result, but a block of positions at a time, as
/// the solver finds values: many times as fast.
///
/// Memory: 3 bytes per slot and side; while starting 4 per slot of one input in turn, its folded
/// captures among them.
/// @param subspace  is_graded_by_blocks()
Result<std::vector<GradedCodes>> grade_by_blocks(const Variant& variant, const Subspace& subspace,
                                                 const ScoreTable& scores,
                                                 const BlockGradeInputs& inputs,
                                                 const BlockGradeOptions& options);

/// Most bytes that it holds at a time, its inputs included.
std::uint64_t block_grader_memory(const Variant& variant, const Subspace& subspace);

}  // namespace mill
