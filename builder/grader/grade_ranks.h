#pragma once

#include <cstdint>
#include <vector>

#include "builder/blocks/conversions.h"
#include "game/grade.h"

namespace mill {

/// The grades that turns out of the subspaces at hand may give the side that plays them: numbered
/// from 1, the worst first.
class GradeRanks {
 public:
  /// @param grades  in any order, may repeat
  explicit GradeRanks(std::vector<Grade> grades);

  /// How many there are, and so the largest rank.
  std::uint32_t count() const { return static_cast<std::uint32_t>(grades_.size()); }

  const Grade& grade(std::uint32_t rank) const { return grades_[rank - 1]; }

  /// The rank of one of them.
  DrawRank rank(const Grade& grade) const { return static_cast<DrawRank>(first_not_worse(grade)); }

  /// The first rank of a grade that is no worse, count() + 1 if there is none.
  std::uint32_t first_not_worse(const Grade& grade) const;

  /// The first rank of a better grade, count() + 1 if there is none.
  std::uint32_t first_better(const Grade& grade) const;

 private:
  std::vector<Grade> grades_;
};

}  // namespace mill
