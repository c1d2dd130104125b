#include <gtest/gtest.h>

#include "builder/plan/plan.h"

namespace mill {
namespace {

struct Build {
  std::string_view variant, root;
  double seconds;  // of processor time, with one thread, on the machine of the default rates
};

// `build --threads 1` of a machine that the rates of `plan` called 1.3 times as slow as the default
// ones, divided by that; the last three are the figures of the main README.
constexpr Build kBuilds[] = {
    {"nine-mens-morris", "3-3", 0.047},
    {"nine-mens-morris", "4-3", 0.15},
    {"nine-mens-morris", "4-4", 0.19},
    {"nine-mens-morris", "5-3", 0.44},
    {"nine-mens-morris", "5-4", 0.74},
    {"nine-mens-morris", "5-5", 1.2},
    {"nine-mens-morris", "6-3", 1.3},
    {"nine-mens-morris", "6-4", 4.3},
    {"nine-mens-morris", "7-3", 6.2},
    {"nine-mens-morris", "8-3", 9.6},
    {"nine-mens-morris", "0-0+3-3", 0.065},
    {"nine-mens-morris", "0-0+4-3", 0.19},
    {"nine-mens-morris", "0-0+4-4", 0.3},
    {"twelve-mens-morris", "0-0+3-3", 0.066},
    {"twelve-mens-morris", "4-3", 0.18},
    {"twelve-mens-morris", "4-4", 0.26},
    {"twelve-mens-morris", "5-3", 0.6},
    {"twelve-mens-morris", "5-4", 1.4},
    {"twelve-mens-morris", "6-3", 2.4},
    {"twelve-mens-morris", "6-4", 6.7},
    {"lasker-morris", "4-4", 0.19},
    {"lasker-morris", "5-3", 0.43},
    {"lasker-morris", "0-0+3-3", 0.1},
    {"dooz", "4-4", 0.26},
    {"dooz", "5-3", 0.61},
    {"morabaraba", "3-3", 0.044},
    {"morabaraba", "4-3", 0.18},
    {"morabaraba", "4-4", 0.26},
    {"morabaraba", "5-3", 0.62},
    {"morabaraba", "5-5", 2.3},
    {"morabaraba", "6-3", 2.4},
    {"morabaraba", "7-3", 5.6},
    {"cheng-san-qi", "3-3", 0.023},
    {"cheng-san-qi", "5-3", 0.45},
    {"zhi-qi", "5-3", 0.63},
    {"experimental", "3-3", 0.023},
    {"experimental", "5-3", 0.51},
    {"seven-mens-morris", "3-3", 0.012},
    {"seven-mens-morris", "5-3", 0.082},
    {"seven-mens-morris", "7-7", 1.1},
    {"seven-mens-morris", "0-0+7-7", 2.6},
    {"six-mens-morris", "0-0+4-4", 0.066},
    {"six-mens-morris", "6-6", 0.12},
    {"six-mens-morris", "0-0+6-6", 0.46},
    {"five-mens-morris", "3-3", 0.007},
    {"five-mens-morris", "5-5", 0.042},
    {"five-mens-morris", "0-0+5-5", 0.16},
    {"three-mens-morris", "0-0+3-3", 0.011},
    {"nine-mens-morris", "9-9", 646},
    {"nine-mens-morris", "0-0+9-9", 1536},
    {"morabaraba", "0-0+12-12", 7749},
};

TEST(Plan, TakesAboutTheTimeThatBuildsHaveTaken) {
  for (const Build& build : kBuilds) {
    SCOPED_TRACE(fmt::format("{} {}", build.variant, build.root));
    const Variant variant = find_variant(build.variant).value();
    const Subspace root = parse_subspace(variant, build.root).value();
    const double ratio = make_plan(variant, {root}, {}).seconds / build.seconds;
    EXPECT_GT(ratio, 0.6);
    EXPECT_LT(ratio, 1.7);
  }
}

}  // namespace
}  // namespace mill
