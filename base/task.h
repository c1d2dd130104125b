#pragma once

#include <atomic>
#include <functional>
#include <string>

namespace mill {

/// A flag that somebody else sets to have a task give up. Copies are of the same flag; by default
/// there is none, and nothing stops the task. Any thread.
class StopFlag {
 public:
  StopFlag() = default;

  /// @param flag  must outlive the task
  StopFlag(const std::atomic<bool>& flag) : flag_(&flag) {}  // NOLINT: what it converts is a flag

  bool is_set() const { return flag_ != nullptr && flag_->load(std::memory_order_relaxed); }

 private:
  const std::atomic<bool>* flag_ = nullptr;
};

/// How far a task has come.
struct Progress {
  double share = 0;          ///< of the work, 0..1; negative where nobody knows
  std::string what;          ///< is being done: "solving 5-4"
  double seconds_left = -1;  ///< expected, where the task knows better than `share` tells
};

/// The hand that who starts a long task has in it.
struct TaskControl {
  StopFlag stop;  ///< once it is set the task ends with kInterrupted, soon
  /// Told now and then how far the task has come. One call at a time, from any thread; may be
  /// empty.
  std::function<void(const Progress&)> progress;
};

}  // namespace mill
