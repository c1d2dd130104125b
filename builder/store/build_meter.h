#pragma once

#include <chrono>
#include <map>
#include <mutex>

#include "builder/build_options.h"
#include "builder/plan/plan.h"

namespace mill {

/// How far a build has come, by the times that its plan estimates for solving and for writing. Safe
/// to use from many threads.
class BuildMeter {
 public:
  /// @param tell  gets the progress, one call at a time; may be empty
  explicit BuildMeter(std::function<void(const Progress&)> tell) : tell_(std::move(tell)) {}

  /// Work to do. Everything before the first report.
  void add(const PlannedSubspace& planned);

  void solved(const Subspace& subspace);
  void written(const Subspace& subspace);

  /// What is being done now.
  void report(const std::string& what);

  /// Since the start of the build.
  double seconds() const;

 private:
  void advance(const Subspace& subspace, double PlannedSubspace::*part);

  std::function<void(const Progress&)> tell_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::map<Subspace, PlannedSubspace> planned_;
  double total_ = 0, done_ = 0;  // estimated seconds
};

}  // namespace mill
