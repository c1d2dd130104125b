#include "engine/match/child_process.h"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "tests/support/test_results.h"

namespace mill {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

ChildProcess::Clock::time_point in(milliseconds time) { return ChildProcess::Clock::now() + time; }

ChildProcess started(const std::string& command_line) {
  auto process = ChildProcess::start(command_line);
  MILLSTONE_CHECK(process.has_value());
  return std::move(*process);
}

/// Whether a process is there and no zombie, which its new parent may leave for long.
bool is_running(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string number, name, state;
  return file >> number >> name >> state && state != "Z";
}

TEST(ChildProcessTest, AnswersLineByLine) {
  ChildProcess process = started("while read line; do echo \"got '$line'\"; done");
  for (const std::string line : {"one", "", "two words"}) {
    ASSERT_TRUE(succeeds(process.write_line(line, in(seconds(10)))));
    const auto answer = process.read_line(in(seconds(10)));
    ASSERT_TRUE(succeeds(answer));
    EXPECT_EQ(*answer, "got '" + line + "'");
  }
}

TEST(ChildProcessTest, LinesMayComeInPiecesOrTogetherOrWithCarriageReturns) {
  ChildProcess process = started("printf 'a\\nb\\r\\nc'; sleep 0.05; printf 'd\\n'");
  for (const char* expected : {"a", "b", "cd"}) {
    const auto line = process.read_line(in(seconds(10)));
    ASSERT_TRUE(succeeds(line));
    EXPECT_EQ(*line, expected);
  }
}

TEST(ChildProcessTest, ADeadlineEndsWaiting) {
  ChildProcess process = started("echo half | tr -d '\\n'; sleep 60");
  EXPECT_TRUE(fails_with(process.read_line(in(milliseconds(50))), ErrorCode::kInterrupted,
                         "does not answer"));
}

TEST(ChildProcessTest, TellsHowAProgramHasEnded) {
  ChildProcess process = started("echo last; exit 3");
  EXPECT_EQ(*process.read_line(in(seconds(10))), "last");
  EXPECT_TRUE(
      fails_with(process.read_line(in(seconds(10))), ErrorCode::kInputOutput, "exit code 3"));
  process = started("kill -SEGV $$");
  EXPECT_TRUE(fails_with(process.read_line(in(seconds(10))), ErrorCode::kInputOutput, "signal 11"));
  process = started("no-such-program-anywhere");
  EXPECT_TRUE(
      fails_with(process.read_line(in(seconds(10))), ErrorCode::kInputOutput, "exit code 127"));
}

TEST(ChildProcessTest, WritingToAProgramThatHasEndedIsAnErrorAndNoSignal) {
  ChildProcess process = started("exec true");
  ASSERT_FALSE(process.read_line(in(seconds(10))));
  EXPECT_TRUE(fails_with(process.write_line("uci", in(seconds(10))), ErrorCode::kInputOutput, ""));
}

TEST(ChildProcessTest, AProgramThatDoesNotReadDoesNotBlockForEver) {
  ChildProcess process = started("sleep 60");
  const std::string line(std::size_t{1} << 20, 'x');
  EXPECT_TRUE(fails_with(process.write_line(line, in(milliseconds(50))), ErrorCode::kInputOutput,
                         "does not read"));
}

TEST(ChildProcessTest, ALineWithoutEndIsAnError) {
  ChildProcess process = started("yes | tr -d '\\n'");
  EXPECT_TRUE(
      fails_with(process.read_line(in(seconds(60))), ErrorCode::kInputOutput, "without end"));
}

TEST(ChildProcessTest, ProgramsThatAProgramHasStartedEndWithIt) {
  pid_t grandchild = 0;
  {
    ChildProcess process = started("trap '' TERM HUP; sleep 300 & echo $!; wait");
    const auto line = process.read_line(in(seconds(10)));
    ASSERT_TRUE(succeeds(line));
    grandchild = std::stoi(*line);
    ASSERT_TRUE(is_running(grandchild));
  }
  for (int tries = 0; tries < 500 && is_running(grandchild); ++tries)
    std::this_thread::sleep_for(milliseconds(10));
  EXPECT_FALSE(is_running(grandchild));
}

}  // namespace
}  // namespace mill
