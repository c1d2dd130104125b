// Files in data/ of each codec, which have to stay readable, whatever becomes of those who write
// them. Those of zstd hold what all others do.

#include <gtest/gtest.h>

#include <algorithm>

#include "formats/database_directory.h"
#include "formats/database_file.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

const std::filesystem::path kShipped = MILLSTONE_SOURCE_DIR "/data/databases/seven-mens-morris-4-3";

std::vector<std::uint8_t> values_of(const DatabaseFile& file, std::uint32_t block) {
  std::vector<std::uint8_t> packed(packed_size(file.header().slots_in_block(block)));
  EXPECT_TRUE(succeeds(file.decode_values(block, packed)));
  return packed;
}

class ShippedFilesOfCodec : public testing::TestWithParam<Codec> {
 protected:
  static std::filesystem::path directory(Codec codec) { return kShipped / codec_name(codec); }

  std::vector<DatabaseEntry> entries() const {
    return list_database(directory(GetParam()), variant_).value();
  }

  DatabaseFile open(Codec codec, const Subspace& subspace, Metric metric) const {
    return DatabaseFile::open(directory(codec) / file_name(subspace, metric), variant_).value();
  }

  /// Decodes every block of the files of a metric, with the values of its slots, and of those of
  /// zstd; both must give the same. Returns how many files there are.
  template <typename Decode>
  int compare_blocks(Metric metric, Decode&& decode) const {
    int files = 0;
    for (const DatabaseEntry& entry : entries()) {
      if (entry.metric != metric) continue;
      const DatabaseFile file = open(GetParam(), entry.subspace, metric);
      const DatabaseFile expected = open(Codec::kZstd, entry.subspace, metric);
      const DatabaseFile values = open(Codec::kZstd, entry.subspace, Metric::kValue);
      EXPECT_EQ(file.header().codec, GetParam());
      EXPECT_EQ(file.header().block_count, expected.header().block_count);
      ++files;
      for (std::uint32_t block = 0; block < file.header().block_count; ++block) {
        const auto packed = values_of(values, block);
        EXPECT_EQ(decode(file, block, packed), decode(expected, block, packed))
            << entry.path << block;
      }
    }
    return files;
  }

  Variant variant_ = find_variant("seven-mens-morris").value();
};

TEST_P(ShippedFilesOfCodec, HaveTheValuesThatThoseOfZstdHave) {
  int of_codec = 0;
  for (const DatabaseEntry& entry : entries()) {
    if (entry.metric != Metric::kValue) continue;
    const DatabaseFile file = open(GetParam(), entry.subspace, Metric::kValue);
    const DatabaseFile expected = open(Codec::kZstd, entry.subspace, Metric::kValue);
    of_codec += file.header().codec == GetParam();
    ASSERT_EQ(file.header().block_count, expected.header().block_count);
    for (std::uint32_t block = 0; block < file.header().block_count; ++block)
      EXPECT_EQ(values_of(file, block), values_of(expected, block)) << entry.path << block;
  }
  EXPECT_EQ(of_codec, GetParam() == Codec::kMirror ? 1 : 3);
}

TEST_P(ShippedFilesOfCodec, CanBeDecodedInPart) {
  for (const DatabaseEntry& entry : entries()) {
    if (entry.metric != Metric::kValue) continue;
    const DatabaseFile file = open(GetParam(), entry.subspace, Metric::kValue);
    for (std::uint32_t block = 0; block < file.header().block_count; ++block) {
      const auto whole = values_of(file, block);
      const std::uint32_t slots = file.header().slots_in_block(block);
      for (const std::uint32_t wanted : {1u, 3u, slots / 2, slots - 1, slots}) {
        std::vector<std::uint8_t> part(whole.size(), 0xFF);
        const auto decoded = file.decode_first_values(block, wanted, part);
        ASSERT_TRUE(succeeds(decoded));
        ASSERT_GE(*decoded, wanted);
        ASSERT_LE(*decoded, slots);
        for (std::uint32_t slot = 0; slot < *decoded; ++slot)
          ASSERT_EQ(value_at(part.data(), slot), value_at(whole.data(), slot)) << slot;
      }
    }
  }
}

TEST_P(ShippedFilesOfCodec, HaveTheDistancesThatThoseOfZstdHave) {
  const int files = compare_blocks(
      Metric::kDistance, [](const DatabaseFile& file, std::uint32_t block, const auto& packed) {
        std::vector<OutcomeByte> outcomes(file.header().slots_in_block(block));
        EXPECT_TRUE(succeeds(file.decode_outcomes(block, packed.data(), outcomes)));
        return outcomes;
      });
  EXPECT_EQ(files, find_codec(GetParam())->has(Metric::kDistance) ? 3 : 0);
}

TEST_P(ShippedFilesOfCodec, HaveTheGradesThatThoseOfZstdHave) {
  const int files = compare_blocks(
      Metric::kGrade, [](const DatabaseFile& file, std::uint32_t block, const auto& packed) {
        std::vector<GradeCode> codes(file.header().slots_in_block(block));
        EXPECT_TRUE(succeeds(file.decode_grades(block, packed.data(), codes)));
        return std::pair(codes, file.grade_data().grades);
      });
  EXPECT_EQ(files, find_codec(GetParam())->has(Metric::kGrade) ? 3 : 0);
}

TEST_P(ShippedFilesOfCodec, AreWhole) {
  for (const DatabaseEntry& entry : entries())
    EXPECT_TRUE(succeeds(open(GetParam(), entry.subspace, entry.metric).check_whole_file()));
}

TEST(ShippedFilesOfPlacing, HaveTheValuesThatThoseOfZstdHave) {
  const Variant variant = find_variant("five-mens-morris").value();
  const std::filesystem::path shipped =
      MILLSTONE_SOURCE_DIR "/data/databases/five-mens-morris-4-5+1-0";
  const auto numbers_of = [&](Codec codec, const Subspace& subspace) {
    const auto file = DatabaseFile::open(
        shipped / codec_name(codec) / file_name(subspace, Metric::kValue), variant);
    EXPECT_TRUE(succeeds(file));
    EXPECT_TRUE(succeeds(file->check_whole_file()));
    std::vector<std::uint8_t> numbers(file->header().counts.slots);
    EXPECT_TRUE(succeeds(file->decode_numbers(0, numbers)));
    return std::pair(file->header().codec, numbers);
  };
  for (const auto& [subspace, codec] : {std::pair{Subspace{4, 5, 1, 0}, Codec::kMirror},
                                        std::pair{Subspace{5, 5, 0, 0}, Codec::kNetwork}}) {
    const auto [written, numbers] = numbers_of(Codec::kMirror, subspace);
    EXPECT_EQ(written, codec);
    EXPECT_EQ(numbers, numbers_of(Codec::kZstd, subspace).second) << subspace.text();
    EXPECT_LT(std::ranges::count(numbers, numbers[0]), std::ssize(numbers));
  }
}

std::vector<Codec> all_codecs() {
  std::vector<Codec> all;
  for (const CodecEntry& entry : codecs()) all.push_back(entry.codec);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Codecs, ShippedFilesOfCodec, testing::ValuesIn(all_codecs()),
                         [](const auto& of) { return std::string(codec_name(of.param)); });

}  // namespace
}  // namespace mill
