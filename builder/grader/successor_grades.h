#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "formats/score_table.h"
#include "formats/subspace_grades.h"
#include "game/numbering.h"
#include "game/turn_ends.h"

namespace mill {

/// Hands out the graded values of a subspace that is finished.
using GradeProvider =
    std::function<Result<std::shared_ptr<const SubspaceGrades>>(const Subspace& subspace)>;

/// What turns lead to outside of the subspaces that are being graded. Immutable once made; safe to
/// read from many threads.
class SuccessorGrades {
 public:
  /// @param scores  must outlive this object, as must the variant
  static Result<SuccessorGrades> load(const Variant& variant, const Subspace& subspace,
                                      const ScoreTable& scores, const GradeProvider& inputs);

  /// What the rules alone say of a position; none if the game goes on.
  std::optional<GradedValue> by_rules(const Position& position) const;

  /// The graded value of a position for its side to move; none if it belongs to the subspaces that
  /// are being graded.
  std::optional<GradedValue> find(const Position& position) const;

  /// The graded value for who plays the turn.
  /// @param here   where it is played
  /// @param after  of the position that it leads to
  GradedValue before(const Position& here, const Played& played, const GradedValue& after) const {
    return graded_before(after, scores_.of(variant_, played.position), scores_.of(variant_, here),
                         played.same_side);
  }

 private:
  struct Input {
    std::shared_ptr<const SubspaceGrades> grades;
    Numbering numbering;
  };

  SuccessorGrades(const Variant& variant, const ScoreTable& scores, std::vector<Subspace> solved)
      : variant_(variant), scores_(scores), solved_(std::move(solved)) {}

  GradedValue best_of_turns(const Position& position) const;

  const Variant& variant_;
  const ScoreTable& scores_;
  std::vector<Subspace> solved_;
  std::map<Subspace, Input> inputs_;
};

}  // namespace mill
