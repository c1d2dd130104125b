#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "builder/plan/plan.h"

namespace mill {

/// The pairs of a build (and single subspaces) that are left to do, and what each waits for; handed
/// out so that those come first from which the longest way is still to go. Knows no cluster. One
/// thread.
class PairSchedule {
 public:
  /// @param to_do  one row per pair, each after those whose outcomes it reads; what is no row is
  ///               there already
  explicit PairSchedule(const std::vector<PlannedSubspace>& to_do);

  /// The row with the longest path among those that can be taken, their inputs all being there;
  /// none if there is no such row now.
  std::optional<std::size_t> next() const;

  /// Rows that can be taken now.
  std::size_t available() const;

  /// Takes such a row.
  void take(std::size_t row);

  /// The files of a row are there.
  void finished(std::size_t row);

  bool all_taken() const { return taken_ == rows_.size(); }

  /// Estimated seconds from the start of a row to the end of all that follows from it.
  double path(std::size_t row) const { return rows_[row].path; }

 private:
  bool can_be_taken(std::size_t row) const {
    return !rows_[row].taken && rows_[row].waits_for == 0;
  }

  struct Row {
    std::vector<std::size_t> dependents{};
    std::size_t waits_for = 0;  ///< rows
    double path = 0;
    bool taken = false;
  };

  std::vector<Row> rows_;
  std::size_t taken_ = 0;
};

/// Estimated seconds of both subspaces of a row.
double seconds_of_pair(const PlannedSubspace& row);

/// One row for each pair of a plan, in its order: what a build that finds nothing has to do.
std::vector<PlannedSubspace> rows_of_pairs(const Plan& plan);

}  // namespace mill
