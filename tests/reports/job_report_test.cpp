#include "reports/job_report.h"

#include <gtest/gtest.h>

#include <sstream>

namespace mill {
namespace {

/// Four ranks, of which the last has nothing to do: one pair by two of them, one by one.
JobReport job_of_four() {
  JobReport job{4, {}};
  job.pairs.push_back({{5, 4, 0, 0}, Subspace{4, 5, 0, 0}, 1000, 4.5, {}});
  job.pairs.back().ranks = {{0, 4.0, 1.0, 2000, 4096}, {2, 4.5, 3.5, 4096, 2000}};
  job.pairs.push_back({{3, 3, 0, 0}, std::nullopt, 500, 2.0, {{1, 2.0, 0, 0, 0}}});
  return job;
}

TEST(JobReport, ShowsOfEachPairTheRankWithTheMost) {
  EXPECT_EQ(job_table(job_of_four(), 6.5, {}),
            "pair      ranks  seconds  most waited  imbalance  most sent  most received  bytes per "
            "slot\n"
            "--------  -----  -------  -----------  ---------  ---------  -------------  "
            "--------------\n"
            "5-4       0, 2      4.50         3.50       1.50    4.0 KiB        4.0 KiB            "
            "6.10\n"
            "3-3       1         2.00         0.00       1.00        0 B            0 B            "
            "0.00\n"
            "--------  -----  -------  -----------  ---------  ---------  -------------  "
            "--------------\n"
            "2 in all  0-3       6.50         3.50       2.00    4.0 KiB        4.0 KiB            "
            "4.06\n");
}

TEST(JobReport, FitsTheTerminal) {
  for (const std::size_t width : {40, 60, 80, 100}) {
    std::istringstream lines(job_table(job_of_four(), 6.5, {.width = width}));
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(display_width(line), width) << line;
  }
}

TEST(JobReport, TellsProgramsOfEveryRank) {
  const Json job = job_json(job_of_four());
  EXPECT_EQ(job["ranks"].size(), 4U);
  EXPECT_EQ(job["ranks"][3]["seconds"], 0.0);
  EXPECT_EQ(job["imbalance"], 2.0);
  const Json pair = job["pairs"][0];
  EXPECT_EQ(pair["subspace"], "5-4");
  EXPECT_EQ(pair["partner"], "4-5");
  EXPECT_EQ(
      pair["ranks"][1],
      (Json{{"rank", 2}, {"seconds", 4.5}, {"waited", 3.5}, {"sent", 4096}, {"received", 2000}}));
  EXPECT_TRUE(job["pairs"][1]["partner"].is_null());
}

TEST(JobReport, RanksThatDidNothingAreNotOutOfBalance) {
  EXPECT_EQ(imbalance_of({}), 1);
  EXPECT_EQ(imbalance_of({{0, 1, 1, 0, 0}, {1, 0, 0, 0, 0}}), 1);
}

}  // namespace
}  // namespace mill
