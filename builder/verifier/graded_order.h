#pragma once

#include <vector>

#include "builder/verifier/position_worth.h"
#include "game/grade.h"

namespace mill::verifier {

/// The order of all graded values that occur in a check, for one side to move. Immutable; any
/// thread.
class GradedOrder {
 public:
  static constexpr std::size_t kMostGrades = UINT16_MAX - 1;  ///< that worths can number

  /// @param grades  in any order, may repeat; at most kMostGrades different ones
  explicit GradedOrder(std::vector<Grade> grades);

  /// How many there are; with more than kMostGrades worths cannot tell them apart.
  std::size_t size() const { return grades_.size(); }

  /// The place of a win, of a loss, or of one of the draws.
  GradeWorth worth(const GradedValue& graded) const;

  /// What has that place.
  GradedValue graded(GradeWorth worth) const;

 private:
  std::vector<Grade> grades_;  // the best first
};

}  // namespace mill::verifier
