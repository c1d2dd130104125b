// Grades of draws as a prober and the C interface tell them.

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "builder/database_builder.h"
#include "builder/grader/grader.h"
#include "game/numbering.h"
#include "prober/c_handles.h"
#include "prober/include/millstone/millstone.h"
#include "prober/prober.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

namespace fs = std::filesystem;

/// Five Men's Morris up to 4-3, graded.
class ProberGrades : public ::testing::Test {
 protected:
  void SetUp() override {
    BuildOptions build;
    build.directory = directory();
    build.roots = {{4, 3}};
    ASSERT_TRUE(succeeds(build_database(variant_, build)));
    GradeOptions grade;
    grade.directory = directory();
    ASSERT_TRUE(succeeds(grade_database(variant_, grade)));
  }

  const fs::path& directory() const { return directory_.path(); }
  Prober open() const { return Prober::open(directory(), variant_).value(); }

  /// Positions of 4-3 and 3-4, every so many.
  std::vector<Position> positions() const {
    std::vector<Position> positions;
    for (const Subspace& subspace : {Subspace{4, 3}, Subspace{3, 4}}) {
      const auto numbering = Numbering::make(variant_, subspace);
      for (std::uint64_t slot = 5; slot < numbering.slots(); slot += 101)
        positions.push_back(numbering.position(subspace, slot));
    }
    return positions;
  }

  const Variant variant_ = find_variant("five-mens-morris").value();

 private:
  TemporaryDirectory directory_;
};

TEST_F(ProberGrades, TheBestTurnHasTheGradeOfThePosition) {
  const Prober prober = open();
  std::size_t draws = 0, better_and_worse = 0;
  for (const Position& position : positions()) {
    const auto report = prober.probe(position);  // which compares them, too
    ASSERT_TRUE(succeeds(report));
    EXPECT_EQ(report->grade.has_value(), report->value == Value::kDraw);
    if (!report->grade) continue;
    ++draws;
    EXPECT_EQ(prober.graded_value(position).value(), (GradedValue{Value::kDraw, *report->grade}));
    if (report->turns.empty()) continue;  // the game is over
    EXPECT_EQ(report->turns.front().grade, report->grade);
    for (std::size_t i = 1; i < report->turns.size(); ++i) {
      const RankedTurn& turn = report->turns[i];
      EXPECT_EQ(turn.grade.has_value(), turn.value == Value::kDraw);
      if (!turn.grade) continue;
      EXPECT_FALSE(is_better(*turn.grade, *report->turns[i - 1].grade));
      better_and_worse += *turn.grade != *report->turns[i - 1].grade;
    }
  }
  EXPECT_GT(draws, 100U);
  EXPECT_GT(better_and_worse, 10U);
}

TEST_F(ProberGrades, AreToldByTheCInterface) {
  millstone_options options;
  millstone_options_init(&options, sizeof options);
  const std::string path = directory().string();
  const char* const paths[] = {path.c_str()};
  options.paths = paths;
  options.path_count = 1;
  millstone_prober* handle = nullptr;
  ASSERT_EQ(millstone_open(&options, &handle), MILLSTONE_OK);
  const Prober prober = open();
  for (const Position& position : positions()) {
    const auto report = prober.probe(position).value();
    const millstone_position asked = from_position(position, false);
    millstone_outcome outcome;
    ASSERT_EQ(millstone_probe(handle, &asked, &outcome), MILLSTONE_OK);
    ASSERT_EQ(outcome.is_graded, report.grade.has_value());
    const Grade grade = report.grade.value_or(Grade{});
    EXPECT_EQ(outcome.gain, grade.gain);
    EXPECT_EQ(outcome.steps, grade.steps);
    millstone_move moves[64];
    std::size_t count = 0;
    ASSERT_EQ(millstone_probe_moves(handle, &asked, moves, 64, &count), MILLSTONE_OK);
    ASSERT_EQ(count, report.turns.size());
    for (std::size_t i = 0; i < count; ++i) {
      const Grade of_turn = report.turns[i].grade.value_or(Grade{});
      EXPECT_EQ(moves[i].outcome.is_graded, report.turns[i].grade.has_value());
      EXPECT_EQ(moves[i].outcome.gain, of_turn.gain);
      EXPECT_EQ(moves[i].outcome.steps, of_turn.steps);
    }
  }
  millstone_close(handle);
}

TEST_F(ProberGrades, AreReadByManyThreads) {
  const Prober prober = open();
  const std::vector<Position> asked = positions();
  std::vector<std::vector<GradedValue>> found(4);
  std::vector<std::thread> threads;
  for (auto& answers : found)
    threads.emplace_back([&] {
      for (const Position& position : asked)
        answers.push_back(prober.graded_value(position).value());
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& answers : found) EXPECT_EQ(answers, found.front());
}

TEST_F(ProberGrades, AreLeftOutWhereAFileIsMissing) {
  fs::remove(directory() / "3-4.grade");
  const Prober prober = open();
  const auto numbering = Numbering::make(variant_, {4, 3});
  for (std::uint64_t slot = 0; slot < numbering.slots(); slot += 997) {
    const auto report = prober.probe(numbering.position({4, 3}, slot));
    ASSERT_TRUE(succeeds(report));
    for (const RankedTurn& turn : report->turns) EXPECT_FALSE(turn.grade);
  }
  EXPECT_TRUE(fails_with(prober.graded_value(numbering.position({3, 4}, 12)),
                         ErrorCode::kMissingFile, "no grades of 3-4"));
}

TEST_F(ProberGrades, NeedTheScoresThatTheyCountFrom) {
  const auto drawn = [&](const Prober& prober) {
    for (const Position& position : positions())
      if (prober.value(position).value() == Value::kDraw) return position;
    return Position{};
  };
  const fs::path table = directory() / "grades.scores";
  std::ofstream(table, std::ios::app) << "5-5 3\n";
  const Prober others = open();
  EXPECT_TRUE(fails_with(others.probe(drawn(others)), ErrorCode::kDamagedFile, "other scores"));
  fs::remove(table);
  const Prober none = open();
  EXPECT_TRUE(fails_with(none.graded_value(drawn(none)), ErrorCode::kMissingFile, "grades.scores"));
}

}  // namespace
}  // namespace mill
