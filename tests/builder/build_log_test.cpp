#include "builder/store/build_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "builder/database_builder.h"
#include "builder/solver/solver.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

namespace fs = std::filesystem;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

/// The lines of a log without their times, which must be there.
std::vector<std::string> events_of(const fs::path& directory) {
  std::ifstream file(directory / "build.log");
  std::vector<std::string> events;
  for (std::string line; std::getline(file, line);) {
    constexpr std::size_t kTimeSize = 21;  // 2026-05-04T12:03:11Z and a space
    EXPECT_THAT(line, ContainsRegex("^[0-9]+-[0-9]+-[0-9]+T[0-9]+:[0-9]+:[0-9]+Z "));
    events.push_back(line.substr(std::min(kTimeSize, line.size())));
  }
  return events;
}

BuildOptions options_for(const fs::path& directory) {
  BuildOptions options;
  options.directory = directory;
  options.roots = {{4, 3}};
  options.kernels = find_kernels("plain");
  return options;
}

TEST(BuildLog, SaysHowABuildStarts) {
  const TemporaryDirectory directory;
  BuildOptions options = options_for(directory.path());
  options.roots = {{5, 4}, {6, 3}};
  options.threads = 2;
  options.level = 7;
  BuildLog(directory.path()).started(nine_mens_morris(), options, 12, 3, std::uint64_t{4} << 30);
  const auto events = events_of(directory.path());
  ASSERT_EQ(events.size(), 1u);
  for (const char* part : {"nine-mens-morris", "5-4 6-3", "12 subspaces, 3 there already",
                           "values and distances", "level 7", "threads 2", "4096 MiB", "plain"})
    EXPECT_THAT(events[0], HasSubstr(part));
  EXPECT_THAT(events[0], HasSubstr(nine_mens_morris().digest()));
}

TEST(BuildLog, HasALineForEverySubspaceBetweenStartAndEnd) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(build_database(nine_mens_morris(), options_for(directory.path())));
  EXPECT_THAT(
      events_of(directory.path()),
      ElementsAre(ContainsRegex("^start: .* 3 subspaces, 0 there already"),
                  ContainsRegex("^3-3: 169626 classes, 140621 wins, 269 draws, 28736 losses, "
                                "longest win 25, longest loss 26; [0-9]+ bytes of values, [0-9]+ "
                                "of distances; [0-9.]+ s$"),
                  ContainsRegex("^4-3: "), ContainsRegex("^3-4: "),
                  ContainsRegex("^end: [0-9.]+ s, at most [0-9]+ MiB of tables$")));
}

TEST(BuildLog, GoesOnWhereTheRunBeforeEnded) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(build_database(nine_mens_morris(), options_for(directory.path())));
  ASSERT_TRUE(build_database(nine_mens_morris(), options_for(directory.path())));
  const auto events = events_of(directory.path());
  ASSERT_EQ(events.size(), 7u);
  EXPECT_THAT(events[5], HasSubstr("3 there already"));
}

TEST(BuildLog, SaysWhyABuildWasBrokenOff) {
  const TemporaryDirectory directory;
  const std::atomic<bool> stop{true};
  BuildOptions options = options_for(directory.path());
  options.control.stop = stop;
  const auto report = build_database(nine_mens_morris(), options);
  ASSERT_FALSE(report);
  const auto events = events_of(directory.path());
  ASSERT_EQ(events.size(), 2u);
  EXPECT_THAT(events[1], ContainsRegex("^broken off after [0-9.]+ s: "));
  EXPECT_THAT(events[1], EndsWith(report.error().message));
}

TEST(BuildLog, DoesNoHarmWhereItCannotBeWritten) {
  const TemporaryDirectory no_log, full;
  fs::create_directory(no_log.path() / "build.log");
  fs::create_symlink("/dev/full", full.path() / "build.log");
  for (const TemporaryDirectory* directory : {&no_log, &full})
    EXPECT_TRUE(build_database(nine_mens_morris(), options_for(directory->path())));
}

}  // namespace
}  // namespace mill
