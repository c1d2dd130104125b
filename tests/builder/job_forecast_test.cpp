#include "builder/schedule/job_forecast.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "builder/schedule/pair_schedule.h"
#include "builder/solver/solver.h"
#include "game/subspace.h"

namespace mill {
namespace {

constexpr std::uint64_t kNoLimit = UINT64_MAX;

/// A build that is planned.
struct Planned {
  Variant variant;
  PlanOptions options;
  Plan plan;
  std::vector<PlannedSubspace> rows;

  Planned(std::string_view name, std::string_view root)
      : variant(find_variant(name).value()),
        plan(make_plan(variant, {parse_subspace(variant, root).value()}, options)),
        rows(rows_of_pairs(plan)) {}

  JobForecast forecast(const ClusterShape& shape, int team = 0,
                       std::uint64_t memory = kNoLimit) const {
    return forecast_job(variant, plan, options, shape,
                        {team, team > 0 ? std::min(team, shape.ranks) : shape.ranks, memory});
  }

  TeamCost cost(const PlannedSubspace& row, const ClusterShape& shape, int members) const {
    return TeamCosts(variant, plan, options, shape).of(row, members);
  }

  const PlannedSubspace& row(std::string_view name) const {
    const Subspace wanted = parse_subspace(variant, name).value();
    return *std::ranges::find_if(
        rows, [&](const auto& row) { return row.subspace == wanted || row.partner == wanted; });
  }
};

/// Rows that a row reads, told without PairSchedule.
std::set<std::size_t> sources_of(const std::vector<PlannedSubspace>& rows, std::size_t row) {
  std::set<std::size_t> sources;
  for (const Subspace& input : rows[row].inputs)
    for (std::size_t other = 0; other < rows.size(); ++other)
      if (rows[other].subspace == input || rows[other].partner == input) sources.insert(other);
  return sources;
}

/// When each row begins if whoever is free takes, of what has its inputs, the row from which most
/// is still to go.
std::vector<double> plain_schedule(const std::vector<PlannedSubspace>& rows,
                                   const std::vector<double>& seconds, int ranks) {
  std::vector<std::set<std::size_t>> sources;
  std::vector<double> path, begin(rows.size(), -1);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    sources.push_back(sources_of(rows, row));
    path.push_back(rows[row].seconds() * (rows[row].partner ? 2 : 1));
  }
  const std::vector<double> own = path;
  for (std::size_t row = rows.size(); row-- > 0;)
    for (const std::size_t source : sources[row])
      path[source] = std::max(path[source], own[source] + path[row]);
  const auto is_done = [&](std::size_t row, double now) {
    return begin[row] >= 0 && begin[row] + seconds[row] <= now;
  };
  for (double now = 0; now < 1e300;) {
    double next = 1e300;
    int busy = 0;
    for (std::size_t row = 0; row < rows.size(); ++row)
      if (begin[row] >= 0 && !is_done(row, now)) {
        ++busy;
        next = std::min(next, begin[row] + seconds[row]);
      }
    std::size_t best = rows.size();
    for (std::size_t row = 0; row < rows.size() && busy < ranks; ++row)
      if (begin[row] < 0 && (best == rows.size() || path[row] > path[best]) &&
          std::ranges::all_of(sources[row], [&](auto source) { return is_done(source, now); }))
        best = row;
    if (best == rows.size())
      now = next;
    else
      begin[best] = now;
  }
  return begin;
}

TEST(JobForecast, WithOneRankIsThePlan) {
  const Planned nine("nine-mens-morris", "6-6");
  const JobForecast forecast = nine.forecast({});
  EXPECT_NEAR(forecast.seconds, nine.plan.seconds, 0.01);
  EXPECT_EQ(forecast.memory, nine.plan.memory);
  EXPECT_EQ(forecast.least_memory, nine.plan.least_memory);
  EXPECT_EQ(forecast.sent, 0);
  EXPECT_EQ(forecast.read, 0);
  EXPECT_NEAR(forecast.idle, 0, 1e-9);
}

TEST(JobForecast, OfAFarmIsAPlainListSchedule) {
  for (const Planned& planned :
       {Planned("nine-mens-morris", "7-7"), Planned("lasker-morris", "1-1+3-3")})
    for (const int ranks : {2, 3, 7}) {
      const ClusterShape shape{ranks};
      std::vector<double> seconds;
      for (const PlannedSubspace& row : planned.rows)
        seconds.push_back(planned.cost(row, shape, 1).seconds());
      const std::vector<double> begin = plain_schedule(planned.rows, seconds, ranks);
      const JobForecast forecast = planned.forecast(shape, 1);
      ASSERT_EQ(forecast.pairs.size(), planned.rows.size());
      for (const ForecastPair& pair : forecast.pairs)
        for (std::size_t row = 0; row < begin.size(); ++row)
          if (planned.rows[row].subspace == pair.row.subspace) {
            EXPECT_NEAR(pair.begin, begin[row], 1e-6) << pair.row.subspace.text();
          }
    }
}

TEST(JobForecast, OfAFarmTendsToTheCriticalPath) {
  const Planned nine("nine-mens-morris", "7-7");
  double last = 1e300;
  for (const int ranks : {2, 4, 500}) {
    const JobForecast forecast = nine.forecast({ranks}, 1);
    EXPECT_GE(forecast.seconds, forecast.critical_path - 1e-9);
    EXPECT_LE(forecast.seconds, last);
    last = forecast.seconds;
  }
  EXPECT_NEAR(last, nine.forecast({500}, 1).critical_path, 1e-6);
}

TEST(JobForecast, GivesNoRankTwoPairsAtATimeAndNoPairItsInputsTooLate) {
  const Planned nine("nine-mens-morris", "7-7");
  const JobForecast forecast = nine.forecast({5});
  std::map<int, double> free_from;
  std::map<Subspace, double> there;
  for (const ForecastPair& pair : forecast.pairs) {
    there[pair.row.subspace] = pair.end;
    if (pair.row.partner) there[*pair.row.partner] = pair.end;
  }
  for (const ForecastPair& pair : forecast.pairs) {
    for (const int rank : pair.team) {
      EXPECT_LE(free_from[rank], pair.begin) << pair.row.subspace.text();
      free_from[rank] = pair.end;
    }
    for (const Subspace& input : pair.row.inputs)
      EXPECT_LE(there.at(input), pair.begin) << pair.row.subspace.text();
  }
}

TEST(JobForecast, TakesNoLongerWithABetterNetwork) {
  const Planned nine("nine-mens-morris", "7-7");
  for (const int team : {0, 1, 4}) {
    double last = 1e300;
    for (const double better : {1, 10, 100, 10000}) {
      const JobForecast forecast = nine.forecast({4, 1e8 * better, 1e-3 / better}, team);
      EXPECT_LE(forecast.seconds, last) << "team " << team << ", " << better << " times as good";
      last = forecast.seconds;
    }
  }
}

TEST(JobForecast, MakesNoTeamsThatDoNotPay) {
  for (const char* root : {"5-5", "7-7", "9-9"})
    for (const double bandwidth : {1e7, 1e9, 1e11}) {
      const Planned nine("nine-mens-morris", root);
      const ClusterShape shape{8, bandwidth};
      EXPECT_LE(nine.forecast(shape).seconds, 1.01 * nine.forecast(shape, 1).seconds)
          << root << " with " << bandwidth << " bytes per second";
    }
}

TEST(JobForecast, TakesLessMemoryOfARankTheMoreThereAre) {
  const Planned nine("nine-mens-morris", "7-7");
  std::uint64_t last = nine.plan.memory;
  for (const int ranks : {2, 3, 4, 8}) {
    const JobForecast forecast = nine.forecast({ranks}, ranks);
    EXPECT_LT(forecast.memory, last);
    last = forecast.memory;
  }
}

TEST(JobForecast, MakesTeamsAsWideAsTheMemoryOfARankAsks) {
  const Planned nine("nine-mens-morris", "7-7");
  const std::uint64_t least = nine.plan.least_memory;
  const JobForecast forecast = nine.forecast({4}, 0, least - 1);
  EXPECT_LT(forecast.least_memory, least);
  EXPECT_LT(forecast.memory, least);
  for (const ForecastPair& pair : forecast.pairs)
    if (solve_memory(nine.variant, pair.row.subspace).least >= least) {
      EXPECT_GT(pair.team.size(), 1U) << pair.row.subspace.text();
    }
}

TEST(TeamCosts, TellAboutTheTrafficThatWasMeasured) {
  struct Measured {
    std::string_view pair;
    int ranks;
    double bytes_per_slot;  // of `build.log`
  };
  constexpr Measured kMeasured[] = {
      {"5-5", 2, 0.29}, {"5-5", 3, 0.38}, {"5-5", 4, 0.42}, {"6-5", 2, 0.73}, {"6-5", 3, 1.02},
      {"6-5", 4, 1.21}, {"6-6", 2, 0.92}, {"6-6", 3, 1.32}, {"6-6", 4, 1.54}, {"7-6", 2, 1.13},
      {"7-7", 2, 2.24}, {"8-8", 2, 2.69}, {"8-8", 3, 3.67}, {"8-8", 4, 4.36}, {"8-7", 4, 2.62}};
  const Planned nine("nine-mens-morris", "8-8");
  for (const Measured& measured : kMeasured) {
    const PlannedSubspace& row = nine.row(measured.pair);
    const TeamCost cost = nine.cost(row, {measured.ranks}, measured.ranks);
    const double ratio = cost.sent() / static_cast<double>(row.slots) / measured.bytes_per_slot;
    EXPECT_GT(ratio, 0.75) << measured.pair << " by " << measured.ranks << ": " << ratio;
    EXPECT_LT(ratio, 1.35) << measured.pair << " by " << measured.ranks << ": " << ratio;
  }
}

}  // namespace
}  // namespace mill
