#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>

#include "base/task.h"

namespace mill {

/// What a long task and the thread that waits for it have in common.
class PythonTask {
 public:
  /// For the task. Of reports in quick succession Python hears the last.
  TaskControl control() {
    return {stop_, [this](const Progress& progress) { report(progress); }};
  }

 private:
  friend void run_python_task(const pybind11::object&, const std::function<void(PythonTask&)>&);

  void report(const Progress& progress);
  /// Waits until the task has ended or `most` is over; says which.
  bool wait(std::chrono::milliseconds most);
  void end();
  /// Calls back with what was reported since the last call, if anything was.
  void tell(const pybind11::object& progress);

  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false, reported_ = false;
  double share_ = 0;
  std::string what_;
};

/// Runs `work` on a thread of its own. The calling thread waits without the interpreter's lock, and
/// wakes to let Python handle signals and to call `progress(share, what)`, if that is not None. An
/// exception of either (KeyboardInterrupt among them) stops the work and is passed on when it has
/// ended. At the end of work that succeeded the share is 1. What `work` throws is thrown here.
/// Called with the lock held; `work` must not touch Python.
void run_python_task(const pybind11::object& progress,
                     const std::function<void(PythonTask&)>& work);

}  // namespace mill
