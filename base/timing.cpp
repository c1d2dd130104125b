#include "base/timing.h"

#include <time.h>

namespace mill {
namespace {

double read_clock(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double process_seconds() { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

double thread_seconds() { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

}  // namespace mill
