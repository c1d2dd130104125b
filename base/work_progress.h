#pragma once

#include <mutex>
#include <string>

#include "base/error.h"
#include "base/task.h"

namespace mill {

/// How much of a long task is done, in units of its own, for who has started it. Any thread.
class WorkProgress {
 public:
  /// @param control  must outlive this object
  explicit WorkProgress(const TaskControl& control) : control_(control) {}

  /// There is so much more to do; before the first go_on().
  void expect(std::uint64_t units) { total_ += units; }

  bool stopped() const { return control_.stop.is_set(); }

  /// kInterrupted once asked to stop; otherwise tells that more is done.
  Result<void> go_on(const std::string& what, std::uint64_t units) {
    if (stopped()) return fail(ErrorCode::kInterrupted, "stopped while {}", what);
    const std::lock_guard lock(mutex_);
    done_ += units;
    if (control_.progress)
      control_.progress({static_cast<double>(done_) / static_cast<double>(total_), what});
    return {};
  }

 private:
  const TaskControl& control_;
  std::mutex mutex_;
  std::uint64_t total_ = 0, done_ = 0;
};

}  // namespace mill
