#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <cstddef>

#include "base/error.h"
#include "base/fallible_loop.h"

#if defined(__SANITIZE_THREAD__)
#define MILLSTONE_THREAD_SANITIZER
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MILLSTONE_THREAD_SANITIZER
#endif
#endif

#ifdef MILLSTONE_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#define MILLSTONE_UNSEEN __attribute__((no_sanitize("thread"), noinline))
#else
#define MILLSTONE_UNSEEN
#endif

namespace mill {

/// An order between threads that oneTBB keeps and the thread sanitizer can't see, since the library
/// is not compiled for it: what a thread did before publish() happens before what another does
/// after an observe() that comes later. Orders nothing by itself; nothing at all in other builds.
class TaskOrder {
 public:
  TaskOrder() = default;
  TaskOrder(const TaskOrder&) = delete;
  TaskOrder& operator=(const TaskOrder&) = delete;

#ifdef MILLSTONE_THREAD_SANITIZER
  void publish() { __tsan_release(this); }
  void observe() { __tsan_acquire(this); }
#else
  void publish() {}
  void observe() {}
#endif
};

#ifdef MILLSTONE_THREAD_SANITIZER
/// The last that other threads do for a loop is to count themselves out, on the stack of the thread
/// that waits for it, in code of oneTBB that is compiled into ours; the waiting is in the library.
/// Observes every atomic in the frame of the caller and below, so that what comes next may use that
/// stack. The sanitizer would report it, and cannot always tell that the other side is oneTBB's,
/// whose frames tests/tsan.supp names.
MILLSTONE_UNSEEN inline void observe_stack() {
  constexpr std::ptrdiff_t kOfCaller = 1024, kOfLoop = 4096;  // bytes
  auto* const here = static_cast<char*>(__builtin_frame_address(0));
  for (std::ptrdiff_t at = -kOfLoop; at < kOfCaller; at += sizeof(void*)) __tsan_acquire(here + at);
}
#else
inline void observe_stack() {}
#endif

/// A body for oneTBB that observes one order when it starts and publishes another, or the same,
/// when it ends. All that it is made with must outlive it.
template <typename Body>
class TaskBody {
 public:
  TaskBody(const Body& body, TaskOrder& before, TaskOrder& after)
      : body_(body), before_(before), after_(after) {}

  /// Unseen by the sanitizer: oneTBB keeps copies of this object in memory of its own.
  template <typename Argument>
  MILLSTONE_UNSEEN auto operator()(Argument&& argument) const {
    const Scope scope(before_, after_);
    return body_(std::forward<Argument>(argument));
  }

 private:
  struct Scope {
    Scope(TaskOrder& before, TaskOrder& after) : end(after) { before.observe(); }
    ~Scope() { end.publish(); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    TaskOrder& end;
  };

  const Body& body_;
  TaskOrder &before_, &after_;
};

/// Calls body(begin, end) for ranges that make up 0..count-1, on all threads of the arena, and
/// returns when all is done. Ranges longer than `grain` may be split. What a body throws comes out.
template <typename Index, typename Body>
void for_each_range(Index count, Index grain, const Body& body) {
  using Range = oneapi::tbb::blocked_range<Index>;
  const auto work = [&](const Range& range) { body(range.begin(), range.end()); };
  // Two orders: the tasks are ordered with what is before and after, not among themselves.
  TaskOrder fork, join;
  fork.publish();
  oneapi::tbb::parallel_for(Range(0, count, grain), TaskBody(work, fork, join));
  join.observe();
  observe_stack();
}

/// Calls body(index) for 0..count-1 likewise.
template <typename Index, typename Body>
void for_each_index(Index count, const Body& body) {
  for_each_range(count, Index{1}, [&](Index begin, Index end) {
    for (Index index = begin; index != end; ++index) body(index);
  });
}

/// The same until a call fails; returns the error that came first.
/// @param body  returns a Result<void>
template <typename Index, typename Body>
Result<void> try_for_each_index(Index count, const Body& body) {
  return try_for_each_index([](Index all, const auto& work) { for_each_index(all, work); }, count,
                            body);
}

}  // namespace mill
