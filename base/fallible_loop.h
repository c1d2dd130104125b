#pragma once

#include <atomic>
#include <mutex>
#include <utility>

#include "base/error.h"

namespace mill {

/// Calls body(index) for 0..count-1 until one fails; those under way then end, and the error that
/// came first is returned.
/// @param loop  calls its second argument for 0..count-1, on as many threads as it likes
/// @param body  returns a Result<void>
template <typename Loop, typename Index, typename Body>
Result<void> try_for_each_index(const Loop& loop, Index count, const Body& body) {
  std::mutex mutex;
  Result<void> result;
  std::atomic<bool> failed = false;
  loop(count, [&](Index index) {
    if (failed) return;
    Result<void> done = body(index);
    if (done) return;
    const std::lock_guard lock(mutex);
    if (result) result = std::move(done);
    failed = true;
  });
  return result;
}

}  // namespace mill
