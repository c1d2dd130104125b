#pragma once

#include <map>

#include "builder/verifier/recompute.h"
#include "formats/score_table.h"
#include "formats/subspace_grades.h"

namespace mill::verifier {

/// The grades of a subspace and of those that its turns lead to, as their files have them.
struct GradeTables {
  struct Table {
    SubspaceGrades grades;
    const Numbering* numbering;
  };

  const Variant& variant;
  ScoreTable scores;
  std::map<Subspace, Table> tables;
};

/// The graded value that the turns of a position give it, action by action, under any rules.
GradedValue regrade_plainly(const GradeTables& tables, const Position& position);

/// The same, of what is drawn, where grades_compare_as_worths().
/// @param drawn  what a draw is worth that ends the game
GradeWorth regrade_plainly(const Successors<GradeWorth>& successors, GradeWorth drawn,
                           const Position& position);

/// Whether the best of what turns lead to can be told by worths: each turn leads to a position with
/// the other side to move that a table has, or decides the game.
bool grades_compare_as_worths(const Variant& variant, const Subspace& subspace);

}  // namespace mill::verifier
