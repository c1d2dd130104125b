#include "base/machine.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <thread>

namespace mill {
namespace {

TEST(Machine, CountsTheProcessorsThatTheProcessMayRunOn) {
  const int all = available_processors();
  EXPECT_GE(all, 1);
  int found = 0;
  // In a thread of its own, whose affinity nobody else has.
  std::thread([&] {
    cpu_set_t allowed;
    ASSERT_EQ(::sched_getaffinity(0, sizeof allowed, &allowed), 0);
    EXPECT_EQ(CPU_COUNT(&allowed), all);
    int first = 0;
    while (!CPU_ISSET(first, &allowed)) ++first;
    CPU_ZERO(&allowed);
    CPU_SET(first, &allowed);
    ASSERT_EQ(::sched_setaffinity(0, sizeof allowed, &allowed), 0);
    found = available_processors();
  }).join();
  EXPECT_EQ(found, 1);
}

}  // namespace
}  // namespace mill
