#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/task.h"

namespace mill {

/// Shows on the standard error how far a task has come: on a terminal a bar that is redrawn in
/// place and fits the line, otherwise a plain line every few seconds (they make the log). Quick
/// tasks show nothing. One thread at a time.
class ProgressDisplay {
 public:
  ProgressDisplay();
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

  const bool on_terminal_;
  bool bar_shown_ = false;
  Clock::time_point next_update_;
};

/// The line that shows how far a task has come; arguments as for update(), the share in 0..1.
/// @param width  characters there are for it; none: as many as it takes, without a bar
std::string progress_line(std::optional<double> share, double seconds_left, const std::string& what,
                          std::optional<std::size_t> width);

/// For TaskControl: shows the progress of a task that begins now.
/// @param display  outlives the task
std::function<void(const Progress&)> shown_on(ProgressDisplay& display);

/// Time to go from the share of the work that is done since `start`; negative while too little is.
double estimate_seconds_left(double share, std::chrono::steady_clock::time_point start);

}  // namespace mill
