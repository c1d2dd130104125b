#include "base/file_lock.h"

#include <gtest/gtest.h>

#include <optional>

#include "tests/support/temporary_directory.h"

namespace mill {
namespace {

class FileLock : public ::testing::Test {
 protected:
  TemporaryDirectory directory_;
  std::filesystem::path file_ = directory_.path() / "locks";
  std::optional<FileLocks> mine_{file_};
  const FileLocks others_{file_};
};

TEST_F(FileLock, IsHadByOneWhoOpenedTheFile) {
  auto lock = mine_->try_lock(7);
  EXPECT_NE(lock, nullptr);
  EXPECT_EQ(others_.try_lock(7), nullptr);
  EXPECT_NE(others_.try_lock(8), nullptr);
  lock.reset();
  EXPECT_NE(others_.try_lock(7), nullptr);
}

TEST_F(FileLock, MayBeSharedAndIsThenNobodysAlone) {
  const auto lock = mine_->share(7);
  const auto other = others_.share(7);
  EXPECT_EQ(others_.try_lock(7), nullptr);
}

TEST_F(FileLock, OutlivesWhoGaveIt) {
  auto lock = mine_->try_lock(7);
  mine_.reset();
  EXPECT_EQ(others_.try_lock(7), nullptr);
  lock.reset();
  EXPECT_NE(others_.try_lock(7), nullptr);
}

TEST_F(FileLock, IsEverybodysWhereThereCanBeNoFile) {
  const FileLocks nowhere(directory_.path() / "none" / "locks");
  const auto lock = nowhere.try_lock(7);
  EXPECT_NE(lock, nullptr);
  EXPECT_NE(nowhere.try_lock(7), nullptr);
}

}  // namespace
}  // namespace mill
