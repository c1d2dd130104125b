#include "builder/database_builder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>

#include "builder/plan/plan.h"
#include "builder/solver/solver.h"
#include "builder/store/input_distances.h"
#include "formats/database_file.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

namespace fs = std::filesystem;

BuildOptions options_for(const fs::path& directory, const Subspace& root) {
  BuildOptions options;
  options.directory = directory;
  options.roots = {root};
  return options;
}

std::map<std::string, std::string> file_contents(const fs::path& directory) {
  std::map<std::string, std::string> contents;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    if (entry.path().filename() == "build.log") continue;  // tells times
    std::ifstream file(entry.path(), std::ios::binary);
    contents[entry.path().filename().string()] = {std::istreambuf_iterator<char>(file), {}};
  }
  return contents;
}

TEST(DatabaseBuilder, WritesAValueAndADistanceFileForEverySubspace) {
  const TemporaryDirectory directory;
  const auto report = build_database(nine_mens_morris(), options_for(directory.path(), {4, 3}));
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->subspaces.size(), 3u);
  EXPECT_EQ(file_contents(directory.path()).size(), 6u);
  for (const BuiltSubspace& row : report->subspaces) {
    EXPECT_FALSE(row.skipped);
    EXPECT_EQ(fs::file_size(directory.path() / file_name(row.subspace, Metric::kValue)),
              row.value_bytes);
    EXPECT_EQ(fs::file_size(directory.path() / file_name(row.subspace, Metric::kDistance)),
              row.distance_bytes);
  }
}

TEST(DatabaseBuilder, WritesTheSameBytesWhereDistancesTakeSeveralPlanes) {
  const TemporaryDirectory reference, other;
  const Subspace root = size_for_build<Subspace>({4, 3, 1, 1}, {3, 3, 1, 1});
  ASSERT_TRUE(build_database(nine_mens_morris(), options_for(reference.path(), root)));
  BuildOptions options = options_for(other.path(), root);
  options.longest_win = 9;
  ASSERT_TRUE(build_database(nine_mens_morris(), options));
  EXPECT_EQ(file_contents(other.path()), file_contents(reference.path()));
}

TEST(DatabaseBuilder, BytesDoNotDependOnThreadsMemoryOrKernels) {
  const TemporaryDirectory reference, other;
  const Subspace root = size_for_build<Subspace>({4, 4}, {4, 3});
  ASSERT_TRUE(build_database(nine_mens_morris(), options_for(reference.path(), root)));
  const auto expected = file_contents(reference.path());
  for (const Kernels* kernels : available_kernels()) {
    for (const int threads : {1, 2}) {
      fs::remove_all(other.path());
      BuildOptions options = options_for(other.path(), root);
      options.kernels = kernels;
      options.threads = threads;
      options.memory_budget = make_plan(nine_mens_morris(), {root}, {}).least_memory;
      ASSERT_TRUE(build_database(nine_mens_morris(), options));
      EXPECT_EQ(file_contents(other.path()), expected)
          << name_of(*kernels) << ", threads " << threads;
    }
  }
}

TEST(DatabaseBuilder, KeepsFinishedFilesAndRebuildsDamagedOnes) {
  const TemporaryDirectory directory;
  const BuildOptions options = options_for(directory.path(), {4, 3});
  ASSERT_TRUE(build_database(nine_mens_morris(), options));
  const auto expected = file_contents(directory.path());

  auto again = build_database(nine_mens_morris(), options);
  ASSERT_TRUE(again);
  for (const BuiltSubspace& row : again->subspaces) EXPECT_TRUE(row.skipped);

  fs::resize_file(directory.path() / "4-3.value", 1000);
  fs::remove(directory.path() / "3-3.distance");
  again = build_database(nine_mens_morris(), options);
  ASSERT_TRUE(again) << again.error().message;
  for (const BuiltSubspace& row : again->subspaces)
    EXPECT_EQ(row.skipped, row.subspace == (Subspace{3, 4})) << row.subspace.text();
  EXPECT_EQ(file_contents(directory.path()), expected);
}

TEST(DatabaseBuilder, ReadsItsInputsFromFilesOfAnEarlierRun) {
  const TemporaryDirectory at_once, in_steps;
  ASSERT_TRUE(build_database(nine_mens_morris(), options_for(at_once.path(), {4, 4})));
  ASSERT_TRUE(build_database(nine_mens_morris(), options_for(in_steps.path(), {4, 3})));
  ASSERT_TRUE(build_database(nine_mens_morris(), options_for(in_steps.path(), {4, 4})));
  EXPECT_EQ(file_contents(in_steps.path()), file_contents(at_once.path()));
}

TEST(DatabaseBuilder, ReadsItsInputsInPartsWhereMemoryIsShort) {
  const TemporaryDirectory directory;
  const Subspace root = size_for_build<Subspace>({4, 4, 1, 1}, {3, 3, 1, 1});
  ASSERT_TRUE(build_database(nine_mens_morris(), options_for(directory.path(), root)));
  const auto expected = file_contents(directory.path());
  int tight = 0;
  for (const PlannedSubspace& row : make_plan(nine_mens_morris(), {root}, {}).subspaces) {
    if (row.least_memory == row.memory) continue;
    ++tight;
    fs::remove(directory.path() / file_name(row.subspace, Metric::kValue));
    BuildOptions options = options_for(directory.path(), root);
    options.memory_budget = row.least_memory;
    const auto report = build_database(nine_mens_morris(), options);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->peak_memory, row.least_memory);
    EXPECT_EQ(file_contents(directory.path()), expected) << row.subspace.text();
    options.memory_budget = row.least_memory - 1;
    fs::remove(directory.path() / file_name(row.subspace, Metric::kValue));
    EXPECT_FALSE(build_database(nine_mens_morris(), options)) << row.subspace.text();
    options.memory_budget = 0;
    ASSERT_TRUE(build_database(nine_mens_morris(), options));
  }
  EXPECT_GT(tight, 0);
}

TEST(DatabaseBuilder, ValuesAloneAreTheSameFilesAndCanBeContinued) {
  const TemporaryDirectory both, values;
  ASSERT_TRUE(build_database(nine_mens_morris(), options_for(both.path(), {4, 4})));
  for (const Subspace root : {Subspace{4, 3}, Subspace{4, 4}}) {
    BuildOptions options = options_for(values.path(), root);
    options.distances = false;
    const auto report = build_database(nine_mens_morris(), options);
    ASSERT_TRUE(report) << report.error().message;
  }
  const auto expected = file_contents(both.path());
  const auto found = file_contents(values.path());
  EXPECT_EQ(found.size(), expected.size() / 2);
  for (const auto& [name, bytes] : found) EXPECT_EQ(bytes, expected.at(name)) << name;
}

TEST(DatabaseBuilder, ValuesAloneLoseNothingWhenStopped) {
  const TemporaryDirectory both, values, elsewhere;
  ASSERT_TRUE(build_database(nine_mens_morris(), options_for(both.path(), {4, 4})));
  for (const fs::path& temp : {fs::path(), elsewhere.path()}) {
    fs::remove_all(values.path());
    std::atomic<bool> stop{false};
    BuildOptions options = options_for(values.path(), {4, 4});
    options.distances = false;
    options.temp_directory = temp;
    options.control.stop = stop;
    options.control.progress = [&](const Progress& progress) {
      if (progress.what == "solving 4-4") stop = true;
    };
    ASSERT_FALSE(build_database(nine_mens_morris(), options));
    const fs::path kept = InputDistances(nine_mens_morris(), options).directory();
    EXPECT_TRUE(fs::exists(kept / "3-4.distance"));   // 4-4 reads it
    EXPECT_FALSE(fs::exists(kept / "3-3.distance"));  // nobody does any more
    stop = false;
    options.control.progress = nullptr;
    const auto report = build_database(nine_mens_morris(), options);
    ASSERT_TRUE(report) << report.error().message;
    for (const BuiltSubspace& row : report->subspaces)
      EXPECT_EQ(row.skipped, row.subspace != (Subspace{4, 4})) << row.subspace.text();
    auto expected = file_contents(both.path());
    std::erase_if(expected, [](const auto& file) { return !file.first.ends_with(".value"); });
    EXPECT_EQ(file_contents(values.path()), expected);
    EXPECT_TRUE(fs::is_empty(elsewhere.path()));
  }
}

TEST(DatabaseBuilder, ValuesAloneReadTheDistancesOfAnEarlierBuild) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(build_database(nine_mens_morris(), options_for(directory.path(), {4, 3})));
  BuildOptions options = options_for(directory.path(), {4, 4});
  options.distances = false;
  const auto report = build_database(nine_mens_morris(), options);
  ASSERT_TRUE(report) << report.error().message;
  for (const BuiltSubspace& row : report->subspaces)
    EXPECT_EQ(row.skipped, row.subspace != (Subspace{4, 4})) << row.subspace.text();
  EXPECT_EQ(file_contents(directory.path()).size(), 7u);  // and none of them is gone
}

TEST(DatabaseBuilder, SaysHowMuchMemoryIsNeeded) {
  const TemporaryDirectory directory;
  BuildOptions options = options_for(directory.path(), {4, 4});
  options.memory_budget = 1 << 20;
  const auto report = build_database(nine_mens_morris(), options);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kNotEnoughMemory);
  EXPECT_NE(report.error().message.find("--memory"), std::string::npos);
  EXPECT_TRUE(file_contents(directory.path()).empty());
}

TEST(DatabaseBuilder, RefusesADirectoryOfOtherRules) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(build_database(nine_mens_morris(), options_for(directory.path(), {3, 3})));
  Variant other = nine_mens_morris();
  other.rules.may_fly = false;
  const auto report = build_database(other, options_for(directory.path(), {3, 3}));
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kWrongRules);
}

TEST(DatabaseBuilder, StopsBetweenSubspacesAndGoesOn) {
  const TemporaryDirectory stopped, whole;
  std::atomic<bool> stop{false};
  BuildOptions options = options_for(stopped.path(), {4, 4});
  options.control.stop = stop;
  options.control.progress = [&](const Progress& progress) {
    if (progress.what == "solving 4-4") stop = true;
  };
  const auto report = build_database(nine_mens_morris(), options);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kInterrupted);
  EXPECT_EQ(file_contents(stopped.path()).size(), 6u);  // what was finished is kept
  stop = false;
  options.control.progress = nullptr;
  ASSERT_TRUE(build_database(nine_mens_morris(), options));
  ASSERT_TRUE(build_database(nine_mens_morris(), options_for(whole.path(), {4, 4})));
  EXPECT_EQ(file_contents(stopped.path()), file_contents(whole.path()));
}

TEST(Plan, ListsTheWholeClosureInBuildOrder) {
  const Plan plan = make_plan(nine_mens_morris(), {{9, 9}}, {});
  EXPECT_EQ(plan.subspaces.size(), 49u);
  std::uint64_t classes = 0;
  for (const PlannedSubspace& row : plan.subspaces) classes += row.classes;
  EXPECT_EQ(classes, 8'904'593'601u);
  EXPECT_LT(plan.least_memory, std::uint64_t{4} << 30);
}

}  // namespace
}  // namespace mill
