// Databases packed, checked and unpacked: what comes back, and what is refused.

#include "reports/database_pack.h"

#include <gtest/gtest.h>

#include <map>

#include "builder/database_builder.h"
#include "builder/grader/grader.h"
#include "formats/score_table.h"
#include "tests/support/file_contents.h"
#include "tests/support/plain_pack.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

std::map<std::string, Bytes> files_in(const fs::path& directory) {
  std::map<std::string, Bytes> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory))
    if (entry.path().extension() != ".log")
      files[entry.path().filename().string()] = read_bytes(entry.path());
  return files;
}

/// A graded game of three stones on nine points, and a place for its pack.
class DatabasePack : public ::testing::Test {
 protected:
  void SetUp() override {
    BuildOptions build;
    build.directory = from();
    build.roots = {{3, 3, 0, 0}};
    ASSERT_TRUE(succeeds(build_database(variant_, build)));
    GradeOptions grade;
    grade.directory = from();
    ASSERT_TRUE(succeeds(grade_database(variant_, grade)));
  }

  const fs::path& from() const { return database_.path(); }
  fs::path pack_path() const { return elsewhere_.path() / "some.pack"; }
  fs::path back() const { return elsewhere_.path() / "back"; }

  PackOptions options() const {
    PackOptions options;
    options.from = from();
    options.to = pack_path();
    return options;
  }
  Result<PackReport> pack() const { return pack_database(variant_, options()); }

  const Variant variant_ = find_variant("three-mens-morris").value();
  const TemporaryDirectory database_, elsewhere_;
};

TEST_F(DatabasePack, ComesBackAsItWas) {
  const auto packed = pack();
  ASSERT_TRUE(succeeds(packed));
  EXPECT_EQ(packed->files, 3U);
  EXPECT_EQ(packed->bytes, fs::file_size(pack_path()));
  const auto unpacked = unpack_database(pack_path(), back(), {});
  ASSERT_TRUE(succeeds(unpacked));
  EXPECT_EQ(unpacked->files, 3U);
  EXPECT_EQ(unpacked->kept, 0U);
  const auto files = files_in(back());
  EXPECT_EQ(files, files_in(from()));
  EXPECT_TRUE(files.contains(std::string(kScoreTableName)));
}

TEST_F(DatabasePack, IsThatOfTheSpecification) {
  ASSERT_TRUE(succeeds(pack()));
  const PlainPack plain =
      PlainPack::of(from(), {"3-3.value", "3-3.distance", "3-3.grade", "grades.scores"});
  EXPECT_EQ(read_bytes(pack_path()), plain.bytes());
}

TEST(GoldenPack, IsWrittenAsItAlwaysWas) {
  const TemporaryDirectory directory;
  PackOptions options;
  options.from = MILLSTONE_SOURCE_DIR "/data/databases/three-mens-morris";
  options.to = directory.path() / "three-mens-morris.pack";
  ASSERT_TRUE(succeeds(pack_database(find_variant("three-mens-morris").value(), options)));
  const std::filesystem::path golden = MILLSTONE_SOURCE_DIR "/tests/data/three-mens-morris.pack";
  EXPECT_EQ(read_bytes(options.to), read_bytes(golden));
  EXPECT_TRUE(succeeds(check_pack(golden, {})));
}

TEST_F(DatabasePack, OfAPackIsThatPack) {
  ASSERT_TRUE(succeeds(pack()));
  PackOptions again = options();
  again.from = pack_path();
  again.to = elsewhere_.path() / "again.pack";
  ASSERT_TRUE(succeeds(pack_database(variant_, again)));
  EXPECT_EQ(read_bytes(again.to), read_bytes(pack_path()));
}

TEST_F(DatabasePack, HoldsWhatWasAskedFor) {
  PackOptions values = options();
  values.distances = false;
  ASSERT_TRUE(succeeds(pack_database(variant_, values)));
  ASSERT_TRUE(succeeds(unpack_database(pack_path(), back(), {})));
  const auto files = files_in(back());
  EXPECT_EQ(files.size(), 1U);
  EXPECT_TRUE(files.contains("3-3.value"));
  PackOptions missing = options();
  missing.to = elsewhere_.path() / "other.pack";
  missing.subspaces = {{3, 3, 0, 0}, {2, 2, 1, 1}};
  EXPECT_TRUE(
      fails_with(pack_database(variant_, missing), ErrorCode::kMissingFile, "no files of 2-2+1-1"));
  EXPECT_FALSE(fs::exists(missing.to));
}

TEST_F(DatabasePack, AnyByteThatIsOtherIsSeen) {
  ASSERT_TRUE(succeeds(pack()));
  const Bytes good = read_bytes(pack_path());
  ASSERT_TRUE(succeeds(check_pack(pack_path(), {})));
  ASSERT_LT(good.size(), 10'000U);
  for (std::size_t at = 0; at < good.size(); ++at) {
    Bytes damaged = good;
    damaged[at] ^= 0x10;
    fs::remove(pack_path());
    write_bytes(pack_path(), damaged);
    ASSERT_FALSE(check_pack(pack_path(), {})) << at;
  }
  for (std::size_t size = 0; size < good.size(); size += 7) {
    fs::remove(pack_path());
    write_bytes(pack_path(), std::span(good).first(size));
    ASSERT_TRUE(fails_with(check_pack(pack_path(), {}), ErrorCode::kDamagedFile, "some.pack"))
        << size;
  }
}

TEST_F(DatabasePack, ThatIsDamagedLeavesNoDamagedFile) {
  ASSERT_TRUE(succeeds(pack()));
  Bytes damaged = read_bytes(pack_path());
  damaged.back() ^= 1;
  write_bytes(pack_path(), damaged);
  EXPECT_TRUE(fails_with(unpack_database(pack_path(), back(), {}), ErrorCode::kDamagedFile,
                         "grades.scores at bytes"));
  EXPECT_FALSE(fs::exists(back() / kScoreTableName));
  const auto expected = files_in(from());
  for (const auto& [name, bytes] : files_in(back())) EXPECT_EQ(bytes, expected.at(name));
}

TEST_F(DatabasePack, GoesOnWhereItWasStopped) {
  ASSERT_TRUE(succeeds(pack()));
  ASSERT_TRUE(succeeds(unpack_database(pack_path(), back(), {})));
  fs::remove(back() / "3-3.distance");
  const auto again = unpack_database(pack_path(), back(), {});
  ASSERT_TRUE(succeeds(again));
  EXPECT_EQ(again->kept, 2U);
  EXPECT_EQ(files_in(back()), files_in(from()));
}

TEST_F(DatabasePack, WritesOverNothing) {
  write_bytes(pack_path(), Bytes{1});
  EXPECT_TRUE(fails_with(pack(), ErrorCode::kInvalidArgument, "is there already"));
  EXPECT_EQ(read_bytes(pack_path()), Bytes{1});
  fs::remove(pack_path());
  ASSERT_TRUE(succeeds(pack()));
  fs::create_directory(back());
  write_bytes(back() / "3-3.value", Bytes{1});
  EXPECT_TRUE(fails_with(unpack_database(pack_path(), back(), {}), ErrorCode::kInvalidArgument,
                         "is another file"));
  EXPECT_EQ(read_bytes(back() / "3-3.value"), Bytes{1});
}

TEST_F(DatabasePack, OfDamagedFilesIsRefused) {
  Bytes damaged = read_bytes(from() / "3-3.distance");
  damaged.back() ^= 1;
  fs::remove(from() / "3-3.distance");
  write_bytes(from() / "3-3.distance", damaged);
  EXPECT_TRUE(fails_with(pack(), ErrorCode::kDamagedFile, "3-3.distance"));
  EXPECT_FALSE(fs::exists(pack_path()));
}

TEST_F(DatabasePack, NeedsTheValuesOfDistances) {
  fs::remove(from() / "3-3.value");
  EXPECT_TRUE(fails_with(pack(), ErrorCode::kMissingFile, "3-3.value"));
  EXPECT_FALSE(fs::exists(pack_path()));
}

TEST_F(DatabasePack, StopsWhenAskedTo) {
  const std::atomic<bool> stop = true;
  PackOptions stopped = options();
  stopped.control.stop = stop;
  EXPECT_TRUE(fails_with(pack_database(variant_, stopped), ErrorCode::kInterrupted, "stopped"));
  EXPECT_TRUE(fs::is_empty(elsewhere_.path()));
  ASSERT_TRUE(succeeds(pack()));
  EXPECT_TRUE(fails_with(unpack_database(pack_path(), back(), stopped.control),
                         ErrorCode::kInterrupted, "stopped"));
  EXPECT_TRUE(fs::is_empty(back()));
}

}  // namespace
}  // namespace mill
