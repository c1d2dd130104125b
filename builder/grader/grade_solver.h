#pragma once

#include <vector>

#include "base/task.h"
#include "builder/grader/successor_grades.h"

namespace mill {

struct GradeInputs {
  /// Hands out the values of a subspace that is to be graded: its draws have code 0.
  std::function<Result<SubspaceGrades>(const Subspace& subspace)> values;
  GradeProvider grades;  ///< of those that it leads to
};

/// Grades the draws of a subspace, or of it and its mirror where turns lead back and forth between
/// them (solved_together()), turn by turn with the move generator of the game: under any rules.
/// Runs on the calling thread's task arena; the result does not depend on the number of threads.
/// Errors of the inputs, kInterrupted, kNotEnoughMemory; kUnsupportedRule where there are more
/// different grades than a file can number.
///
/// As wins and losses are found by rising distance, so are draws here by the gain, the largest
/// first whichever side has it, and for each gain by rising steps: what is found then is final.
/// GRADES.md says why.
Result<std::vector<SubspaceGrades>> grade_by_turns(const Variant& variant, const Subspace& subspace,
                                                   const ScoreTable& scores,
                                                   const GradeInputs& inputs, StopFlag stop);

/// Most bytes that it holds at a time, its inputs included.
std::uint64_t grade_solver_memory(const Variant& variant, const Subspace& subspace);

}  // namespace mill
