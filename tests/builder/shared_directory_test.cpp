// What others may write is not believed, and builds that share a directory leave each other's
// files.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/private_path.h"
#include "builder/store/build_log.h"
#include "builder/store/checkpoint.h"
#include "builder/store/input_distances.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kSomebody = 12345;

class SharedCheckpoint : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directory(shared_);
    save();
  }

  Checkpoint checkpoint(const fs::path& path) {
    return {path, variant_, {3, 3}, 0, [this](const std::string& note) { notes_.push_back(note); }};
  }
  void save() {
    const std::vector<std::uint8_t> array(100, 5);
    ASSERT_TRUE(succeeds(checkpoint(path_).save({1, 0, 7}, {array})));
  }

  void expect_believed() {
    EXPECT_TRUE(checkpoint(path_).find());
    EXPECT_TRUE(notes_.empty()) << notes_.front();
  }
  void expect_not_believed(std::string_view why) {
    EXPECT_FALSE(checkpoint(path_).find());
    ASSERT_EQ(notes_.size(), 1u);
    EXPECT_NE(notes_[0].find(why), std::string::npos) << notes_[0];
    notes_.clear();
  }

  const Variant variant_ = nine_mens_morris();
  std::vector<std::string> notes_;
  TemporaryDirectory directory_;
  fs::path shared_ = directory_.path() / "shared";
  fs::path path_ = shared_ / "3-3.checkpoint";
};

TEST_F(SharedCheckpoint, OfOnesOwnIsBelieved) {
  expect_believed();
  struct stat status = {};
  ASSERT_EQ(::stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST_F(SharedCheckpoint, ThatIsNotThereNeedsNoNote) {
  fs::remove(path_);
  EXPECT_FALSE(checkpoint(path_).find());
  EXPECT_TRUE(notes_.empty());
}

TEST_F(SharedCheckpoint, ThatOthersMayWriteIsNotBelieved) {
  ASSERT_EQ(::chmod(path_.c_str(), 0602), 0);
  expect_not_believed("others may write");
  save();  // which makes it private again
  expect_believed();
}

TEST_F(SharedCheckpoint, InADirectoryWhereOthersMayReplaceItIsNotBelieved) {
  ASSERT_EQ(::chmod(shared_.c_str(), 0777), 0);
  expect_not_believed("others may write " + fs::canonical(shared_).string());
  ASSERT_EQ(::chmod(shared_.c_str(), 01777), 0);  // as /tmp: only owners replace
  expect_believed();
}

TEST_F(SharedCheckpoint, BelowADirectoryThatOthersMayReplaceIsNotBelieved) {
  ASSERT_EQ(::chmod(directory_.path().c_str(), 0777), 0);
  expect_not_believed("others may write");
}

TEST_F(SharedCheckpoint, ThatIsALinkIsNotBelieved) {
  fs::rename(path_, shared_ / "elsewhere");
  fs::create_symlink(shared_ / "elsewhere", path_);
  expect_not_believed("is a link");
}

TEST_F(SharedCheckpoint, WithASecondNameIsNotBelieved) {
  fs::create_hard_link(path_, shared_ / "again");
  expect_not_believed("another name");
}

TEST_F(SharedCheckpoint, OfAnotherUserIsNotBelieved) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make such a file";
  ASSERT_EQ(::chown(path_.c_str(), kSomebody, kSomebody), 0);
  expect_not_believed("belongs to another user");
  save();
  ASSERT_EQ(::chown(shared_.c_str(), kSomebody, kSomebody), 0);
  expect_not_believed("belongs to another user");
}

TEST_F(SharedCheckpoint, IsWhereALinkToTheDirectoryLeads) {
  const fs::path link = directory_.path() / "link";
  fs::create_directory_symlink(shared_, link);
  EXPECT_TRUE(checkpoint(link / path_.filename()).find());
  EXPECT_TRUE(notes_.empty());
}

/// Two builds of values alone in one directory.
class SharedDistances : public ::testing::Test {
 protected:
  BuildOptions options(const fs::path& temp = {}) const {
    BuildOptions options;
    options.directory = directory_.path();
    options.distances = false;
    options.temp_directory = temp;
    return options;
  }
  static void keep(const InputDistances& distances, const char* name) {
    const std::string path = distances.directory() / name;
    const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "w"), std::fclose);
    ASSERT_NE(file, nullptr);
  }

  const Variant variant_ = nine_mens_morris();
  TemporaryDirectory directory_;
};

TEST_F(SharedDistances, GoWhenTheLastBuildThatMayNeedThemIsThrough) {
  const BuildOptions both = options();
  InputDistances first(variant_, both), second(variant_, both);
  first.claim({{3, 3}, {3, 4}, {4, 3}});
  ASSERT_TRUE(succeeds(first.prepare()));
  keep(first, "3-3.distance");
  keep(first, "3-4.distance");
  second.claim({{3, 3}, {3, 5}});
  ASSERT_TRUE(succeeds(second.prepare()));
  first.keep_only({});
  EXPECT_TRUE(fs::exists(second.directory() / "3-3.distance"));
  EXPECT_FALSE(fs::exists(second.directory() / "3-4.distance"));  // only the first claimed it
  second.keep_only({{3, 3}});
  EXPECT_TRUE(fs::exists(second.directory() / "3-3.distance"));
  second.keep_only({});
  EXPECT_FALSE(fs::exists(second.directory()));
}

TEST_F(SharedDistances, OfABuildThatBeginsWhenAnotherEndsHaveADirectory) {
  const BuildOptions both = options();
  InputDistances first(variant_, both), second(variant_, both);
  first.claim({{3, 3}});
  ASSERT_TRUE(succeeds(first.prepare()));
  second.claim({{3, 3}});
  first.keep_only({});  // before the second has made it
  ASSERT_TRUE(succeeds(second.prepare()));
  EXPECT_TRUE(fs::is_directory(second.directory()));
}

TEST_F(SharedDistances, OfTwoDatabasesInOneTemporaryDirectoryAreApart) {
  const TemporaryDirectory temp, other;
  const BuildOptions one = options(temp.path());
  BuildOptions two = one;
  two.directory = other.path();
  EXPECT_NE(InputDistances(variant_, one).directory(), InputDistances(variant_, two).directory());
}

TEST_F(SharedDistances, AreKeptWhereNobodyElseMayWrite) {
  const BuildOptions build = options();
  InputDistances distances(variant_, build);
  distances.claim({{3, 3}});
  fs::create_directory(distances.directory());
  ASSERT_EQ(::chmod(distances.directory().c_str(), 0777), 0);
  ASSERT_TRUE(succeeds(distances.prepare()));
  EXPECT_EQ(fs::status(distances.directory()).permissions(), fs::perms::owner_all);
  fs::remove(distances.directory());
  fs::create_directory_symlink(directory_.path(), distances.directory());
  EXPECT_TRUE(fails_with(distances.prepare(), ErrorCode::kInputOutput, "remove it first"));
}

TEST(BuildLogFile, IsNotFollowedWhereItIsALink) {
  const TemporaryDirectory directory;
  fs::create_symlink(directory.path() / "victim", directory.path() / kBuildLogName);
  BuildLog log(directory.path());
  log.ended(1, 1);
  const SubspaceLocks locks(directory.path() / kBuildLogName);
  EXPECT_TRUE(locks.try_lock({3, 3}));
  EXPECT_FALSE(fs::exists(directory.path() / "victim"));
}

}  // namespace
}  // namespace mill
