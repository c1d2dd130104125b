#include "base/text_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

#include "tests/support/file_contents.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  const auto bytes = read_bytes(path);
  return {bytes.begin(), bytes.end()};
}

/// What one call of read() finds.
std::string waiting_in(int descriptor) {
  std::array<char, 64> bytes{};
  const ssize_t count = ::read(descriptor, bytes.data(), bytes.size());
  return {bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
}

/// A pipe that has a name only through its descriptors.
struct Pipe {
  Pipe() { MILLSTONE_CHECK(::pipe2(ends.data(), O_CLOEXEC) == 0); }
  ~Pipe() {
    for (const int end : ends) ::close(end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  std::string name() const { return "/dev/fd/" + std::to_string(ends[1]); }

  std::array<int, 2> ends{};  // to read, to write
};

TEST(TextFile, AFileIsReplacedAsAWhole) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "picture.svg";
  for (const char* text : {"a longer text", "short"}) {
    ASSERT_TRUE(succeeds(write_text_file(path, text)));
    EXPECT_EQ(content_of(path), text);
  }
  EXPECT_TRUE(fails_with(write_text_file(directory.path() / "none" / "picture.svg", "text"),
                         ErrorCode::kInputOutput, "picture.svg"));
}

TEST(TextFile, APipeStaysOneAndItsReaderGetsTheText) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const auto link = directory.path() / "link";
  fs::create_symlink("pipe", link);
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  for (const auto& name : {path, link}) {
    EXPECT_TRUE(succeeds(write_text_file(name, "text")));
    EXPECT_EQ(waiting_in(reader), "text");
  }
  ::close(reader);
  EXPECT_TRUE(fs::is_fifo(path));
  EXPECT_TRUE(fs::is_symlink(link));
}

TEST(TextFile, ALinkStaysOneAndTheFileBehindItIsReplaced) {
  const TemporaryDirectory directory;
  fs::create_directory(directory.path() / "real");
  const auto file = directory.path() / "real" / "file";
  const auto link = directory.path() / "link", other = directory.path() / "other";
  fs::create_symlink("real/file", link);  // leads to nothing at first
  fs::create_symlink(link, other);
  for (const char* text : {"a longer text", "short"}) {
    ASSERT_TRUE(succeeds(write_text_file(other, text)));
    EXPECT_EQ(content_of(file), text);
  }
  EXPECT_TRUE(fs::is_symlink(link) && fs::is_symlink(other) && !fs::is_symlink(file));
}

TEST(TextFile, LinksWithoutEndAndDirectoriesAreRefused) {
  const TemporaryDirectory directory;
  const auto one = directory.path() / "one", other = directory.path() / "other";
  fs::create_symlink(one, other);
  fs::create_symlink(other, one);
  for (const auto& path : {one, directory.path()})
    EXPECT_TRUE(fails_with(write_text_file(path, "text"), ErrorCode::kInputOutput, path.string()));
  EXPECT_TRUE(fs::is_symlink(one) && fs::is_symlink(other));
}

TEST(TextFile, ADescriptorIsWrittenBehindWhatItHas) {
  const TemporaryDirectory directory;
  const Pipe pipe;
  const auto link = directory.path() / "link";
  fs::create_symlink(pipe.name(), link);
  EXPECT_TRUE(succeeds(write_text_file(pipe.name(), "one ")));
  EXPECT_TRUE(succeeds(write_text_file(link, "two")));
  EXPECT_EQ(waiting_in(pipe.ends[0]), "one two");

  const auto path = directory.path() / "file";
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_GE(file, 0);
  const std::string name = "/dev/fd/" + std::to_string(file);
  for (const char* text : {"one ", "two"}) EXPECT_TRUE(succeeds(write_text_file(name, text)));
  ::close(file);
  EXPECT_EQ(content_of(path), "one two");
  EXPECT_TRUE(fails_with(write_text_file(name, "three"), ErrorCode::kInputOutput, name));
}

}  // namespace
}  // namespace mill
