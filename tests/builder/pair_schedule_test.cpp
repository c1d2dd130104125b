#include "builder/schedule/pair_schedule.h"

#include <gmock/gmock.h>

#include <set>

#include "builder/schedule/team_choice.h"
#include "game/subspace.h"
#include "game/variant.h"

namespace mill {
namespace {

std::vector<PlannedSubspace> rows_up_to(const char* variant, const char* root) {
  const Variant rules = find_variant(variant).value();
  return rows_of_pairs(make_plan(rules, {parse_subspace(rules, root).value()}, {}));
}

std::optional<std::size_t> taken_from(PairSchedule& schedule) {
  const auto row = schedule.next();
  if (row) schedule.take(*row);
  return row;
}

/// Of a pair that is shared out evenly, at the price of so many seconds.
SecondsOfTeam even_shares(double alone, double meeting) {
  return [=](int members) { return alone / members + (members > 1 ? meeting : 0); };
}

TEST(TeamSize, IsThatOfTheSoonestEnd) {
  const SecondsOfTeam small = even_shares(0.01, 0.1), large = even_shares(10, 0.1);
  EXPECT_EQ(team_size(small, 1, 4, {0, 0, 0, 0}), 1) << "meeting takes longer than the pair";
  EXPECT_EQ(team_size(large, 1, 4, {0, 0, 0, 0}), 4);
  EXPECT_EQ(team_size(large, 1, 2, {0, 0, 0, 0}), 2) << "others are wanted elsewhere";
  EXPECT_EQ(team_size(large, 1, 4, {0, 0, 20, 20}), 2) << "not worth waiting for";
  EXPECT_EQ(team_size(large, 1, 4, {0, 0.1, 0.1, 0.1}), 4) << "worth waiting for";
  EXPECT_EQ(team_size(small, 3, 1, {0, 5, 9, 9}), 3) << "the memory of fewer does not suffice";
}

TEST(TeamSize, IsNoLargerThanPays) {
  const SecondsOfTeam seconds = [](int members) { return 10.0 / members + 2.0 * (members - 1); };
  EXPECT_EQ(team_size(seconds, 1, 4, {0, 0, 0, 0}), 2);
}

TEST(PairSchedule, HandsOutEachRowOnceItsInputsAreThere) {
  const auto rows = rows_up_to("lasker-morris", "1-1+3-3");
  PairSchedule schedule(rows);
  std::set<Subspace> there;
  std::size_t taken = 0;
  for (; !schedule.all_taken(); ++taken) {
    const auto row = taken_from(schedule);
    ASSERT_TRUE(row) << "with one at a time there is always one to take";
    std::set<Subspace> made;
    for (const PlannedSubspace& each : rows) {
      made.insert(each.subspace);
      if (each.partner) made.insert(*each.partner);
    }
    for (const Subspace& input : rows[*row].inputs)
      EXPECT_TRUE(there.contains(input) || !made.contains(input)) << input.text();
    EXPECT_TRUE(there.insert(rows[*row].subspace).second);
    if (rows[*row].partner) there.insert(*rows[*row].partner);
    schedule.finished(*row);
  }
  EXPECT_EQ(taken, rows.size());
  EXPECT_FALSE(taken_from(schedule));
}

TEST(PairSchedule, WaitsForInputsThatAreBeingMade) {
  const auto rows = rows_up_to("nine-mens-morris", "4-4");  // 3-3, then 4-3 and 3-4, then 4-4
  PairSchedule schedule(rows);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(taken_from(schedule), 0U);
  EXPECT_EQ(taken_from(schedule), std::nullopt);
  schedule.finished(0);
  EXPECT_EQ(taken_from(schedule), 1U);
  EXPECT_EQ(taken_from(schedule), std::nullopt);
  EXPECT_FALSE(schedule.all_taken());
  schedule.finished(1);
  EXPECT_EQ(taken_from(schedule), 2U);
  EXPECT_TRUE(schedule.all_taken());
}

TEST(PairSchedule, TakesTheLongestWayFirst) {
  const auto rows = rows_up_to("nine-mens-morris", "6-6");
  PairSchedule schedule(rows);
  std::vector<std::size_t> under_way;
  while (!schedule.all_taken()) {
    double last = 1e300;
    while (const auto row = taken_from(schedule)) {
      EXPECT_LE(schedule.path(*row), last);
      last = schedule.path(*row);
      under_way.push_back(*row);
    }
    ASSERT_FALSE(under_way.empty());
    schedule.finished(under_way.front());
    under_way.erase(under_way.begin());
  }
  double whole = 0;
  for (const PlannedSubspace& row : rows) whole += seconds_of_pair(row);
  EXPECT_GT(schedule.path(0), seconds_of_pair(rows.back()));
  EXPECT_LT(schedule.path(0), whole);  // some pairs can be solved side by side
}

}  // namespace
}  // namespace mill
