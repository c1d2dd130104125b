#pragma once

#include <atomic>
#include <mutex>

#include "base/error.h"
#include "base/parallel.h"

namespace mill {

/// Calls body(index) for 0..count-1 on all threads of the arena until one fails; those under way
/// then end, and the error that came first is returned.
/// @param body  returns a Result<void>
template <typename Index, typename Body>
Result<void> try_for_each_index(Index count, const Body& body) {
  std::mutex mutex;
  Result<void> result;
  std::atomic<bool> failed = false;
  for_each_index(count, [&](Index index) {
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
