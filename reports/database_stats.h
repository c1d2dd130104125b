#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/task.h"
#include "formats/file_header.h"
#include "prober/prober.h"
#include "reports/gain_counts.h"

namespace mill {

/// Classes by the distance of their win, and of their loss, in plies: both from 0 upwards, as long
/// as the longest of the two.
struct DistanceHistogram {
  std::vector<std::uint64_t> wins, losses;

  /// Adds classes with such an outcome, which is no draw.
  void add(const Outcome& outcome, std::uint64_t classes);
  void add(const DistanceHistogram& other);
};

/// What is counted of one subspace. All numbers are of classes.
struct SubspaceStats {
  Subspace subspace;
  ClassCounts counts;
  std::optional<DistanceHistogram> distances;  ///< none without a distance file
  std::optional<GainHistogram> gains;          ///< none without a grade file
};

/// A position from which the win takes long.
struct LongWin {
  Subspace subspace;
  int distance = 0;  ///< plies
  Position position;
  /// The turns to the end in notation, when the winner hurries and the loser delays; of equally
  /// good ones the first generated. Empty where a file on the way is not there.
  std::vector<std::string> line;
};

struct DatabaseStats {
  std::vector<SubspaceStats> subspaces;  ///< in build order
  std::vector<LongWin> longest_wins;     ///< longest first, then in build order, then by slots
};

struct StatsOptions {
  std::vector<Subspace> subspaces;  ///< those to count; none: all that are there
  std::size_t top = 3;              ///< how many of the longest wins are looked up
  int threads = 1;
  TaskControl control;
};

/// Counts a database in one pass over the blocks of its distance files, and one over those of its
/// grade files; a subspace that has none is counted by the header of its value file alone. The
/// result does not depend on the number of threads. Errors as DatabaseFile and Prober;
/// kVerificationFailed if the counts in a header are not those of the blocks, kInterrupted if it is
/// stopped.
Result<DatabaseStats> collect_stats(const std::filesystem::path& directory, const Variant& variant,
                                    const StatsOptions& options);

/// The sums of all subspaces; longest win and loss are the longest of all.
DistanceHistogram total_distances(const std::vector<SubspaceStats>& subspaces);
GainHistogram total_gains(const std::vector<SubspaceStats>& subspaces);
ClassCounts total_counts(const std::vector<SubspaceStats>& subspaces);

}  // namespace mill
