#pragma once

#include <fmt/core.h>

#include <string>

#include "game/value.h"

namespace mill {

/// Which draw is better: a drawn game stays at last in subspaces between which turns lead back, and
/// what that is worth is a score of the subspace. builder/GRADES.md defines grades and scores, and
/// works some out by hand. (After G. E. Gévay and G. Danner, arXiv 1408.0032.)
struct Grade {
  /// By how much the score that the game ends in is above that of the subspace at hand, for the
  /// side to move.
  int gain = 0;
  /// Counts the plies on the way there, from where it was last above or below for other reasons; 0
  /// where the gain is 0, for then the game may stay where it is.
  int steps = 0;
  friend bool operator==(const Grade&, const Grade&) = default;
};

/// "(-21, 2)".
inline std::string grade_text(const Grade& grade) {
  return fmt::format("({}, {})", grade.gain, grade.steps);
}

/// Whether a draw of the left grade is better for the side to move: of equal gains above 0 the
/// sooner, of those below 0 the later.
constexpr bool is_better(const Grade& left, const Grade& right) {
  if (left.gain != right.gain) return left.gain > right.gain;
  return left.gain > 0 ? left.steps < right.steps : left.steps > right.steps;
}

/// The grade for the side that moves into a position with this grade.
/// @param score_after  of the subspace of that position
/// @param score_here   of the subspace that the turn is played in
/// @param same_side    whether that side is to move there again, no ply having passed
constexpr Grade grade_before(const Grade& after, int score_after, int score_here, bool same_side) {
  const int own_score = same_side ? -score_here : score_here;
  const int gain = after.gain + score_after + own_score;
  if (gain == 0) return {};
  const bool turned = (after.gain > 0 && gain < 0) || (after.gain < 0 && gain > 0);
  const int steps = after.gain == 0 ? 0 : turned ? -after.steps : after.steps;
  return same_side ? Grade{gain, steps} : Grade{-gain, steps + 1};
}

/// A value, and the grade where it is a draw.
struct GradedValue {
  Value value = Value::kDraw;
  Grade grade = {};
  friend bool operator==(const GradedValue&, const GradedValue&) = default;
};

/// Whether it is better for the side to move. Of wins none is better than another, nor of losses.
constexpr bool is_better(const GradedValue& left, const GradedValue& right) {
  if (left.value != right.value) return left.value > right.value;
  return left.value == Value::kDraw && is_better(left.grade, right.grade);
}

/// The graded value for the side that moves into such a position; as grade_before().
constexpr GradedValue graded_before(const GradedValue& after, int score_after, int score_here,
                                    bool same_side) {
  if (after.value == Value::kDraw)
    return {Value::kDraw, grade_before(after.grade, score_after, score_here, same_side)};
  return {same_side ? after.value : opposite(after.value), {}};
}

}  // namespace mill
