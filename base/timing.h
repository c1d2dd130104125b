#pragma once

#include <chrono>
#include <cmath>

namespace mill {

/// To the nearest millisecond.
inline std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

/// Seconds that have passed since `start`.
double seconds_since(std::chrono::steady_clock::time_point start);

// Seconds that processors have spent so far, on all threads of this process or on the one that
// calls. On a shared machine the waiting of a thread is that of its neighbours.
double process_seconds();
double thread_seconds();

}  // namespace mill
