#include "python/python_task.h"

#include <exception>
#include <thread>

namespace mill {

namespace py = pybind11;

void PythonTask::report(const Progress& progress) {
  const std::lock_guard lock(mutex_);
  share_ = progress.share;
  what_ = progress.what;
  reported_ = true;
}

bool PythonTask::wait(std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, most, [this] { return ended_; });
}

void PythonTask::end() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  changed_.notify_all();
}

void PythonTask::tell(const py::object& progress) {
  double share = 0;
  std::string what;
  {
    const std::lock_guard lock(mutex_);
    if (!reported_) return;
    reported_ = false;
    share = share_;
    what = what_;
  }
  if (!progress.is_none()) progress(share, what);
}

void run_python_task(const py::object& progress, const std::function<void(PythonTask&)>& work) {
  constexpr std::chrono::milliseconds kNap(50);
  PythonTask task;
  std::exception_ptr failure;
  std::thread thread([&] {
    try {
      work(task);
    } catch (...) {
      failure = std::current_exception();
    }
    task.end();
  });
  const auto wait = [&](auto&& until) {
    const py::gil_scoped_release release;
    return until();
  };
  const auto join = [&] { wait([&] { thread.join(); }); };
  try {
    while (!wait([&] { return task.wait(kNap); })) {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      task.tell(progress);
    }
  } catch (...) {
    task.stop_ = true;
    join();
    throw;
  }
  join();
  if (failure) std::rethrow_exception(failure);
  task.report({1, task.what_});
  task.tell(progress);
}

}  // namespace mill
