#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace millstone {

/// Shows how far a task has come: on a terminal a bar on the standard error that is redrawn in
/// place, otherwise a plain line on the standard output every few seconds (they make the log).
/// Quick tasks show nothing. One thread at a time.
class ProgressDisplay {
 public:
  /// @param plain_lines  false keeps the standard output clean, for --json
  explicit ProgressDisplay(bool plain_lines);
  ~ProgressDisplay() { clear(); }
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  /// @param share         of the work, 0..1; none if it is not known
  /// @param seconds_left  expected; negative if not known
  /// @param what          is being done, such as "solving 5-4"
  void update(std::optional<double> share, double seconds_left, const std::string& what);

  /// Removes the bar. Called before anything else is printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  const bool on_terminal_, plain_lines_;
  bool bar_shown_ = false;
  Clock::time_point next_update_;
};

/// Time to go from the share of the work that is done since `start`; negative while too little is.
double estimate_seconds_left(double share, std::chrono::steady_clock::time_point start);

}  // namespace millstone
