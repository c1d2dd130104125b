#include "base/output_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "tests/support/file_contents.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

namespace fs = std::filesystem;

class TemporaryName : public ::testing::Test {
 protected:
  void SetUp() override { write_bytes(victim_, kPrecious); }

  /// That nothing is written, and what was there is as it was.
  void expect_refused(std::string_view part = "remove it first") const {
    EXPECT_TRUE(fails_with(OutputFile::create(name_), ErrorCode::kInputOutput, part));
    EXPECT_EQ(read_bytes(victim_), kPrecious);
    EXPECT_FALSE(fs::exists(name_));
  }

  const std::vector<std::uint8_t> kPrecious{'o', 'l', 'd'};
  TemporaryDirectory directory_;
  fs::path name_ = directory_.path() / "data";
  fs::path partial_ = directory_.path() / "data.partial";
  fs::path victim_ = directory_.path() / "victim";
};

TEST_F(TemporaryName, IsNotFollowedWhereItIsASymbolicLink) {
  fs::create_symlink(victim_, partial_);
  expect_refused();
  EXPECT_TRUE(fs::is_symlink(partial_));
}

TEST_F(TemporaryName, MakesNothingWhereALinkLeadsToNoFile) {
  fs::create_symlink(directory_.path() / "new", partial_);
  expect_refused();
  EXPECT_FALSE(fs::exists(directory_.path() / "new"));
}

TEST_F(TemporaryName, OfAnotherFileDoesNotCutIt) {
  fs::create_hard_link(victim_, partial_);
  expect_refused();
}

TEST_F(TemporaryName, OfAPipeDoesNotWait) {
  ASSERT_EQ(::mkfifo(partial_.c_str(), 0600), 0);
  expect_refused();
}

TEST_F(TemporaryName, OfADirectoryIsRefused) {
  fs::create_directory(partial_);
  expect_refused("directory");
}

TEST_F(TemporaryName, OfAnotherUsersFileIsRefused) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make such a file";
  write_bytes(partial_, kPrecious);
  ASSERT_EQ(::chown(partial_.c_str(), 12345, 12345), 0);
  expect_refused();
  EXPECT_EQ(read_bytes(partial_), kPrecious);
}

TEST_F(TemporaryName, IsPrivateWhereThatIsAskedFor) {
  write_bytes(partial_, kPrecious);  // what a killed process left, open to all
  ASSERT_EQ(::chmod(partial_.c_str(), 0666), 0);
  for (int round = 0; round < 2; ++round) {
    auto file = OutputFile::create(name_, OutputFile::Access::kOwnerOnly);
    ASSERT_TRUE(succeeds(file));
    ASSERT_TRUE(succeeds(file->publish()));
    EXPECT_EQ(fs::status(name_).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  }
}

/// Writes the file until it is published `rounds` times; what a process of the test does.
int write_again_and_again(const fs::path& name, const std::vector<std::uint8_t>& bytes,
                          int rounds) {
  for (int done = 0; done < rounds;) {
    auto file = OutputFile::create(name);
    if (!file && file.error().code == ErrorCode::kBusy) continue;
    if (!file || !file->append(bytes) || !file->publish()) return 1;
    ++done;
  }
  return 0;
}

TEST_F(TemporaryName, OfSeveralProcessesNeverCutsWhatOneHasFinished) {
  const std::vector<std::uint8_t> bytes(1000, 7);
  ASSERT_EQ(write_again_and_again(name_, bytes, 1), 0);
  std::vector<pid_t> writers;
  for (int i = 0; i < 4; ++i) {
    writers.push_back(::fork());
    if (writers.back() == 0) ::_exit(write_again_and_again(name_, bytes, 300));
  }
  int torn = 0;
  for (std::size_t running = writers.size(); running > 0;) {
    torn += read_bytes(name_) != bytes;
    int status = 0;
    if (::waitpid(-1, &status, WNOHANG) <= 0) continue;
    --running;
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  EXPECT_EQ(torn, 0);
  EXPECT_EQ(read_bytes(name_), bytes);
  EXPECT_FALSE(fs::exists(partial_));
}

}  // namespace
}  // namespace mill
