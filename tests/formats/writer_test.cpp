#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <vector>

#include "base/output_file.h"
#include "formats/database_file.h"
#include "formats/database_writer.h"
#include "tests/formats/filler.h"
#include "tests/support/file_contents.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

/// Caps the size of the files that this process may write while it lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_;
};

std::shared_ptr<const FileEncoder> zstd_encoder(const Variant& variant, const FileHeader& header) {
  return find_codec(Codec::kZstd)
      ->prepare({header.layout(), header.metric, variant, kDefaultLevel, {}, {}})
      .value();
}

TEST(DatabaseWriter, LeavesNothingWhenItIsNotFinished) {
  const TemporaryDirectory directory;
  const Variant variant = nine_mens_morris();
  {
    auto writer = DatabaseWriter::create(directory.path(), variant, {3, 3}, Metric::kValue, {});
    ASSERT_TRUE(succeeds(writer));
    const auto encoder = zstd_encoder(variant, writer->header());
    const auto outcomes = filler_outcomes(Filler::kRandom, writer->header().slots_in_block(0));
    auto block = encode_block(*encoder->block_encoder(), 0, outcomes);
    ASSERT_TRUE(succeeds(writer->append(block.value())));
    EXPECT_FALSE(std::filesystem::exists(directory.path() / "3-3.value"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(DatabaseWriter, KeepsTheOldFileUntilTheNewOneIsFinished) {
  const TemporaryDirectory directory;
  const Variant variant = nine_mens_morris();
  write_filler_files(directory.path(), variant, {3, 3}, Filler::kSkewed);
  const auto before = read_bytes(directory.path() / "3-3.value");
  {
    auto writer = DatabaseWriter::create(directory.path(), variant, {3, 3}, Metric::kValue, {});
    ASSERT_TRUE(succeeds(writer));
  }
  EXPECT_EQ(read_bytes(directory.path() / "3-3.value"), before);
}

TEST(DatabaseWriter, OverwritesWhatAKilledProcessLeft) {
  const TemporaryDirectory directory;
  const Variant variant = nine_mens_morris();
  write_filler_files(directory.path(), variant, {3, 3}, Filler::kSkewed);
  const auto expected = read_bytes(directory.path() / "3-3.value");
  std::filesystem::remove(directory.path() / "3-3.value");
  write_bytes(directory.path() / "3-3.value.partial", std::vector<std::uint8_t>(1 << 20, 'x'));
  write_filler_files(directory.path(), variant, {3, 3}, Filler::kSkewed);
  EXPECT_EQ(read_bytes(directory.path() / "3-3.value"), expected);
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "3-3.value.partial"));
}

TEST(DatabaseWriter, RefusesAFileThatIsBeingWritten) {
  const TemporaryDirectory directory;
  const Variant variant = nine_mens_morris();
  const auto first = DatabaseWriter::create(directory.path(), variant, {3, 3}, Metric::kValue, {});
  ASSERT_TRUE(succeeds(first));
  EXPECT_TRUE(
      fails_with(DatabaseWriter::create(directory.path(), variant, {3, 3}, Metric::kValue, {}),
                 ErrorCode::kBusy, "being written"));
  EXPECT_TRUE(std::filesystem::exists(directory.path() / "3-3.value.partial"));
}

TEST(DatabaseWriter, NamesTheFileWhenTheDirectoryIsNotThere) {
  const TemporaryDirectory directory;
  EXPECT_TRUE(fails_with(DatabaseWriter::create(directory.path() / "none", nine_mens_morris(),
                                                {3, 3}, Metric::kValue, {}),
                         ErrorCode::kInputOutput, "none/3-3.value"));
}

TEST(DatabaseWriter, RefusesImpossibleOptions) {
  const TemporaryDirectory directory;
  WriteOptions options;
  options.level = 23;
  EXPECT_TRUE(fails_with(
      DatabaseWriter::create(directory.path(), nine_mens_morris(), {3, 3}, Metric::kValue, options),
      ErrorCode::kInvalidArgument, "level 23"));
  options = {};
  options.block_slots = kMaxBlockSlots + 1;
  EXPECT_TRUE(fails_with(
      DatabaseWriter::create(directory.path(), nine_mens_morris(), {3, 3}, Metric::kValue, options),
      ErrorCode::kInvalidArgument, "slots per block"));
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(DatabaseWriter, AFullDiskIsReportedAndLeavesNothing) {
  const Variant variant = nine_mens_morris();
  const ClassCounts counts = filler_counts(variant, {3, 3}, Filler::kRandom);
  for (rlim_t limit : {rlim_t{0}, rlim_t{1000}, rlim_t{4096}, rlim_t{20'000}}) {
    const TemporaryDirectory directory;
    const FileSizeLimit full(limit);
    for (Metric metric : {Metric::kValue, Metric::kDistance}) {
      const auto size = write_subspace_file(directory.path(), variant, {3, 3}, metric, counts, {},
                                            fill_from(Filler::kRandom));
      EXPECT_TRUE(fails_with(size, ErrorCode::kNoSpace, file_name({3, 3}, metric))) << limit;
    }
    EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
  }
}

TEST(OutputFile, ReportsTheFirstBufferThatDoesNotFit) {
  const TemporaryDirectory directory;
  auto file = OutputFile::create(directory.path() / "data");
  ASSERT_TRUE(succeeds(file));
  const FileSizeLimit full(5'000'000);
  const std::vector<std::uint8_t> megabyte(1 << 20, 7);
  Result<void> appended;
  int good = 0;
  while (good < 10 && (appended = file->append(megabyte))) ++good;
  EXPECT_EQ(good, 4);
  EXPECT_TRUE(fails_with(appended, ErrorCode::kNoSpace, "data"));
}

}  // namespace
}  // namespace mill
