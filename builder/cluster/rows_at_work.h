#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "builder/built_pair.h"
#include "builder/plan/plan.h"

namespace mill {

/// The rows of a build (pairs and single subspaces) that ranks are working on, and what became of
/// those that are done. One thread.
class RowsAtWork {
 public:
  /// Refers to its argument: the rows of the build.
  explicit RowsAtWork(const std::vector<PlannedSubspace>& rows) : rows_(rows) {}

  /// Ranks begin to build a row together.
  /// @param estimated  seconds that it will take them
  void start(std::size_t row, const std::vector<int>& ranks, double estimated);

  /// Estimated seconds until the rank is done with its row; 0 if it has none.
  double seconds_left_of(int rank) const;

  /// The rank is done with the row that it was at, if any.
  /// @return the pair, if it was the last of the ranks that built it
  std::optional<BuiltPair> take_share(const RankShare& share);

  /// The rank works no more, its row or not.
  void drop(int rank) { work_.erase(rank); }

  /// Rows that ranks are at.
  std::set<std::size_t> rows() const;

  /// Those that all of their ranks are done with, in the order of their ends.
  const std::vector<BuiltPair>& done() const { return done_; }

 private:
  struct Work {
    std::size_t row = 0;
    std::size_t ranks = 1;  ///< that build it
    double estimated = 0;   ///< seconds
    std::chrono::steady_clock::time_point start{};
  };

  const std::vector<PlannedSubspace>& rows_;
  std::map<int, Work> work_;                     // by rank
  std::map<std::size_t, BuiltPair> unfinished_;  // by row, with the ranks that are done
  std::vector<BuiltPair> done_;
};

}  // namespace mill
