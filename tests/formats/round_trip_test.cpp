#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <string>
#include <thread>
#include <vector>

#include "formats/database_directory.h"
#include "formats/database_file.h"
#include "formats/subspace_files.h"
#include "game/numbering.h"
#include "tests/formats/filler.h"
#include "tests/support/file_contents.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

/// Reads both files of a subspace and compares every slot with the filler.
void expect_filler(const std::filesystem::path& directory, const Variant& variant,
                   const Subspace& subspace, Filler filler, FileAccess access) {
  const auto values =
      DatabaseFile::open(directory / file_name(subspace, Metric::kValue), variant, access);
  const auto distances =
      DatabaseFile::open(directory / file_name(subspace, Metric::kDistance), variant, access);
  ASSERT_TRUE(succeeds(values));
  ASSERT_TRUE(succeeds(distances));
  ASSERT_TRUE(succeeds(check_pair(*values, *distances)));
  const FileHeader& header = values->header();
  for (std::uint32_t block = 0; block < header.block_count; ++block) {
    const std::uint32_t slots = header.slots_in_block(block);
    std::vector<std::uint8_t> packed(packed_size(slots));
    std::vector<OutcomeByte> outcomes(slots);
    ASSERT_TRUE(succeeds(values->decode_values(block, packed)));
    ASSERT_TRUE(succeeds(distances->decode_outcomes(block, packed.data(), outcomes)));
    const std::uint64_t first = std::uint64_t{block} * header.block_slots;
    for (std::uint32_t i = 0; i < slots; ++i) {
      ASSERT_EQ(outcomes[i], filler_outcome(filler, first + i)) << "slot " << first + i;
      ASSERT_EQ(value_at(packed.data(), i), value_of(outcomes[i])) << "slot " << first + i;
    }
  }
  EXPECT_TRUE(succeeds(values->check_whole_file()));
  EXPECT_TRUE(succeeds(distances->check_whole_file()));
}

TEST(RoundTrip, EveryFillerComesBackSlotBySlot) {
  const Variant variant = nine_mens_morris();
  for (Filler filler : kAllFillers) {
    const TemporaryDirectory directory;
    for (const Subspace& subspace : {Subspace{3, 3}, Subspace{4, 3}}) {
      write_filler_files(directory.path(), variant, subspace, filler);
      expect_filler(directory.path(), variant, subspace, filler, FileAccess::kMapped);
    }
  }
}

/// Distances that outcome bytes can't tell come back from a file of this codec.
void expect_long_distances(Codec codec) {
  const TemporaryDirectory directory;
  const Variant variant = nine_mens_morris();
  WriteOptions options;
  options.codec = codec;
  const LongDistances written = write_long_files(directory.path(), variant, {3, 3}, options);
  const auto values = DatabaseFile::open(directory.path() / "3-3.value", variant);
  const auto distances = DatabaseFile::open(directory.path() / "3-3.distance", variant);
  ASSERT_TRUE(succeeds(values));
  ASSERT_TRUE(succeeds(distances));
  EXPECT_EQ(distances->header().codec, codec);
  std::vector<LongDistance> found;
  for (std::uint32_t block = 0; block < values->header().block_count; ++block) {
    const std::uint32_t slots = values->header().slots_in_block(block);
    std::vector<std::uint8_t> packed(packed_size(slots));
    std::vector<OutcomeByte> outcomes(slots);
    ASSERT_TRUE(succeeds(values->decode_values(block, packed)));
    ASSERT_TRUE(succeeds(distances->decode_outcomes(block, packed.data(), outcomes, &found)));
    for (std::uint32_t i = 0; i < slots; ++i) {
      const std::uint64_t slot = std::uint64_t{block} * values->header().block_slots + i;
      ASSERT_EQ(is_long(outcomes[i]), !written.of_slots(slot, 1).empty()) << slot;
    }
  }
  EXPECT_EQ(found, written.entries());
}

TEST(RoundTrip, DistancesThatBytesCannotTellComeBack) { expect_long_distances(Codec::kZstd); }

TEST(RoundTrip, DistancesThatBytesCannotTellComeBackFromNetworks) {
  expect_long_distances(Codec::kNetwork);
}

TEST(RoundTrip, WithoutADistanceFileOutcomesTellValues) {
  const TemporaryDirectory directory;
  const Variant variant = nine_mens_morris();
  write_filler_files(directory.path(), variant, {3, 3}, Filler::kRandom);
  for (const bool with_distances : {true, false}) {
    if (!with_distances) std::filesystem::remove(directory.path() / "3-3.distance");
    const auto files = open_subspace_files(directory.path(), variant, {3, 3});
    ASSERT_TRUE(succeeds(files));
    ASSERT_EQ(files->distances.has_value(), with_distances);
    const FileHeader& header = files->values.header();
    for (std::uint32_t block = 0; block < header.block_count; ++block) {
      std::vector<OutcomeByte> outcomes(header.slots_in_block(block));
      std::vector<LongDistance> longs;
      ASSERT_TRUE(succeeds(files->decode(block, outcomes, longs)));
      for (std::uint32_t i = 0; i < outcomes.size(); ++i) {
        const OutcomeByte written =
            filler_outcome(Filler::kRandom, std::uint64_t{block} * header.block_slots + i);
        ASSERT_EQ(value_of(outcomes[i]), value_of(written));
        if (with_distances) {
          ASSERT_EQ(outcomes[i], written);
        }
      }
    }
  }
}

TEST(RoundTrip, PositionedReadsGiveTheSameAsAMappedFile) {
  const TemporaryDirectory directory;
  const Variant variant = nine_mens_morris();
  write_filler_files(directory.path(), variant, {3, 4}, Filler::kSkewed);
  expect_filler(directory.path(), variant, {3, 4}, Filler::kSkewed, FileAccess::kPositioned);
}

TEST(RoundTrip, AnyBlockSizeWorks) {
  const Variant variant = nine_mens_morris();
  for (std::uint32_t block_slots : {97u, 1330u, 1331u, 100'000u, 210'139u, 210'140u, 1u << 24}) {
    const TemporaryDirectory directory;
    WriteOptions options;
    options.block_slots = block_slots;
    write_filler_files(directory.path(), variant, {3, 3}, Filler::kSkewed, options);
    expect_filler(directory.path(), variant, {3, 3}, Filler::kSkewed, FileAccess::kMapped);
  }
}

TEST(RoundTrip, EveryLevelWorks) {
  const Variant variant = nine_mens_morris();
  for (int level = kLowestLevel; level <= kHighestLevel; level += 6) {
    const TemporaryDirectory directory;
    WriteOptions options;
    options.level = level;
    write_filler_files(directory.path(), variant, {3, 3}, Filler::kSkewed, options);
    expect_filler(directory.path(), variant, {3, 3}, Filler::kSkewed, FileAccess::kMapped);
  }
}

TEST(RoundTrip, TheHeaderTellsWhatWasWritten) {
  const TemporaryDirectory directory;
  const Variant variant = nine_mens_morris();
  write_filler_files(directory.path(), variant, {4, 3}, Filler::kSkewed);
  const auto file = DatabaseFile::open(directory.path() / "4-3.distance", variant);
  ASSERT_TRUE(succeeds(file));
  const FileHeader& header = file->header();
  EXPECT_EQ(header.subspace, (Subspace{4, 3}));
  EXPECT_EQ(header.metric, Metric::kDistance);
  EXPECT_EQ(header.counts, filler_counts(variant, {4, 3}, Filler::kSkewed));
  EXPECT_EQ(header.variant_name, "nine-mens-morris");
  EXPECT_EQ(header.rules_text, variant.canonical_text());
  EXPECT_EQ(header.digest, variant.digest());
  EXPECT_EQ(header.block_slots % numbering_block_size(*variant.board, {4, 3}), 0u);
}

TEST(RoundTrip, BytesDoNotDependOnTheNumberOfThreads) {
  const Variant variant = nine_mens_morris();
  std::vector<std::uint8_t> expected[2];
  for (std::size_t threads : {1, 2, 5}) {
    const TemporaryDirectory directory;
    const oneapi::tbb::global_control limit(oneapi::tbb::global_control::max_allowed_parallelism,
                                            threads);
    write_filler_files(directory.path(), variant, {4, 3}, Filler::kSkewed);
    for (Metric metric : {Metric::kValue, Metric::kDistance}) {
      const auto bytes = read_bytes(directory.path() / file_name({4, 3}, metric));
      auto& first = expected[static_cast<int>(metric)];
      if (first.empty()) first = bytes;
      EXPECT_EQ(bytes, first) << threads << " threads";
    }
  }
}

TEST(RoundTrip, SeveralThreadsMayWriteDifferentFilesAtOnce) {
  const TemporaryDirectory directory;
  const Variant variant = nine_mens_morris();
  const std::vector<Subspace> subspaces = {{3, 3}, {4, 3}, {3, 4}};
  std::vector<std::thread> threads;
  threads.reserve(subspaces.size());
  for (const Subspace& subspace : subspaces)
    threads.emplace_back(
        [&] { write_filler_files(directory.path(), variant, subspace, Filler::kSkewed); });
  for (std::thread& thread : threads) thread.join();
  for (const Subspace& subspace : subspaces)
    expect_filler(directory.path(), variant, subspace, Filler::kSkewed, FileAccess::kMapped);
}

TEST(RoundTrip, ManyThreadsMayReadOneFile) {
  const TemporaryDirectory directory;
  const Variant variant = nine_mens_morris();
  write_filler_files(directory.path(), variant, {3, 3}, Filler::kSkewed);
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      expect_filler(directory.path(), variant, {3, 3}, Filler::kSkewed, FileAccess::kPositioned);
    });
  for (std::thread& thread : threads) thread.join();
}

TEST(DatabaseDirectory, ListsTheFilesThatAreDatabasesByName) {
  const TemporaryDirectory directory;
  const Variant variant = nine_mens_morris();
  for (const char* name : {"5-4.value", "4-5.distance", "3-3.value", "3-3.distance", "10-3.value",
                           "05-4.value", "5-4.value.partial", "notes.txt", "value", "2-3.value"})
    write_bytes(directory.path() / name, {});
  const auto entries = list_database(directory.path(), variant);
  ASSERT_TRUE(succeeds(entries));
  std::vector<std::string> names;
  for (const DatabaseEntry& entry : *entries) names.push_back(entry.path.filename().string());
  EXPECT_EQ(names,
            (std::vector<std::string>{"3-3.value", "3-3.distance", "4-5.distance", "5-4.value"}));
}

TEST(DatabaseDirectory, ThatIsNotThereIsAMissingFile) {
  const TemporaryDirectory directory;
  EXPECT_TRUE(fails_with(list_database(directory.path() / "none", nine_mens_morris()),
                         ErrorCode::kMissingFile, "none"));
}

}  // namespace
}  // namespace mill
