#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "formats/database_file.h"
#include "tests/formats/filler.h"
#include "tests/support/file_contents.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Where FORMAT.md puts things.
constexpr std::size_t kHeaderSizeOffset = 12;
constexpr std::size_t kBlockCountOffset = 84;
constexpr std::size_t kIndexEntrySize = 16;

/// A small pair of good files, and ways to put a bad one in the place of one of them.
class Damage : public ::testing::TestWithParam<Codec> {
 protected:
  void SetUp() override {
    WriteOptions options;
    options.codec = GetParam();
    options.block_slots = 13'300;
    write_filler_files(directory_.path(), variant_, {3, 3}, Filler::kSkewed, options);
    take("3-3.value");
    ASSERT_TRUE(succeeds(open()));
  }

  /// Makes a file the one that is to be damaged.
  void take(const char* name) {
    good_ = read_bytes(path(name));
    header_size_ = load_little_endian<std::uint32_t>(good_.data() + kHeaderSizeOffset);
    blocks_ = load_little_endian<std::uint32_t>(good_.data() + kBlockCountOffset);
    data_begin_ = header_size_ + kIndexEntrySize * blocks_;
  }

  std::filesystem::path path(const char* name = "3-3.value") const {
    return directory_.path() / name;
  }
  Result<DatabaseFile> open() const { return DatabaseFile::open(path(), variant_); }
  Result<DatabaseFile> open(const Bytes& bytes) const {
    write_bytes(path(), bytes);
    return open();
  }

  /// The good file with one field of the header changed and the header's checksum made to fit.
  template <typename T>
  Bytes forged(std::size_t offset, T value) const {
    Bytes bytes = good_;
    store_little_endian(bytes.data() + offset, value);
    return signed_header(std::move(bytes));
  }
  Bytes signed_header(Bytes bytes) const {
    const std::size_t body = header_size_ - 8;
    store_little_endian(bytes.data() + body, checksum(std::span(bytes).first(body)));
    return bytes;
  }
  /// ... with the index changed and both checksums made to fit.
  Bytes signed_index(Bytes bytes) const {
    const auto index = std::span(bytes).subspan(header_size_, data_begin_ - header_size_);
    store_little_endian(bytes.data() + 88, checksum(index));
    return signed_header(std::move(bytes));
  }

  TemporaryDirectory directory_;
  Variant variant_ = nine_mens_morris();
  Bytes good_;
  std::size_t header_size_ = 0, data_begin_ = 0;
  std::uint32_t blocks_ = 0;
};

TEST_P(Damage, AnyByteOfHeaderOrIndexChangedIsFoundOnOpening) {
  // The codec data are long: here some of them, in ASmallFile all.
  for (std::size_t i = 0; i < data_begin_; i += i < 4000 || i + 400 > data_begin_ ? 1 : 31) {
    Bytes bytes = good_;
    bytes[i] ^= static_cast<std::uint8_t>(1 << (i % 8));
    ASSERT_TRUE(fails_with(open(bytes), ErrorCode::kDamagedFile, "3-3.value")) << "byte " << i;
  }
}

TEST_P(Damage, AnyByteOfABlockChangedIsFoundOnReadingIt) {
  const std::size_t step = GetParam() == Codec::kZstd ? 1 : 60;  // decoding takes its time
  for (std::size_t i = data_begin_; i < good_.size(); i += step + i % 3) {
    Bytes bytes = good_;
    bytes[i] ^= static_cast<std::uint8_t>(1 << (i % 8));
    const auto file = open(bytes);
    ASSERT_TRUE(succeeds(file));
    ASSERT_TRUE(fails_with(file->check_whole_file(), ErrorCode::kDamagedFile, "block"));
    int damaged = 0;
    for (std::uint32_t block = 0; block < blocks_; ++block) {
      Bytes packed(packed_size(file->header().slots_in_block(block)));
      const auto decoded = file->decode_values(block, packed);
      if (decoded) continue;
      ++damaged;
      EXPECT_TRUE(fails_with(decoded, ErrorCode::kDamagedFile, fmt::format("block {}", block)));
    }
    ASSERT_EQ(damaged, 1) << "byte " << i;
  }
}

TEST_P(Damage, ADamagedDistanceBlockNeverGivesAnOutcome) {
  const Bytes good = read_bytes(path("3-3.distance"));
  for (std::size_t i = data_begin_; i < good.size(); i += good.size() / 50) {
    Bytes bytes = good;
    bytes[i] ^= 0x10;
    write_bytes(path("3-3.distance"), bytes);
    const auto file = DatabaseFile::open(path("3-3.distance"), variant_);
    ASSERT_TRUE(succeeds(file));
    ASSERT_TRUE(fails_with(file->check_whole_file(), ErrorCode::kDamagedFile, "block"));
  }
}

TEST_P(Damage, ATruncatedFileIsFoundOnOpening) {
  for (std::size_t size = 0; size < good_.size(); size += size < 200 ? 1 : 97) {
    const Bytes bytes(good_.begin(), good_.begin() + static_cast<std::ptrdiff_t>(size));
    ASSERT_TRUE(fails_with(open(bytes), ErrorCode::kDamagedFile, "3-3.value")) << size << " bytes";
  }
}

TEST_P(Damage, AFileWithSomethingBehindItIsFoundOnOpening) {
  Bytes bytes = good_;
  bytes.push_back(0);
  EXPECT_TRUE(fails_with(open(bytes), ErrorCode::kDamagedFile, "bytes were written"));
}

TEST_P(Damage, AFileThatIsNoneOfOursIsDamaged) {
  EXPECT_TRUE(fails_with(open(Bytes(5000, 'x')), ErrorCode::kDamagedFile, "does not start"));
  EXPECT_TRUE(fails_with(open(Bytes(5000, 0)), ErrorCode::kDamagedFile, "does not start"));
}

TEST_P(Damage, AMissingFileIsMissing) {
  std::filesystem::remove(path());
  EXPECT_TRUE(fails_with(open(), ErrorCode::kMissingFile, "3-3.value"));
  EXPECT_TRUE(fails_with(DatabaseFile::open(path() / "deeper", variant_), ErrorCode::kMissingFile,
                         "deeper"));
}

TEST_P(Damage, ADirectoryInThePlaceOfAFileIsAnErrorOfTheSystem) {
  std::filesystem::remove(path());
  std::filesystem::create_directory(path());
  EXPECT_TRUE(fails_with(open(), ErrorCode::kInputOutput, "3-3.value"));
}

TEST_P(Damage, AFileOfAnotherVariantHasWrongRulesAndTheFieldIsNamed) {
  const auto file = DatabaseFile::open(path(), without_flying());
  EXPECT_TRUE(fails_with(file, ErrorCode::kWrongRules, "'mayFly=1' where 'mayFly=0'"));
}

TEST_P(Damage, AFileUnderAnotherNameIsRefused) {
  for (const char* name : {"4-3.value", "3-3.distance", "3-3.values"}) {
    write_bytes(path(name), good_);
    EXPECT_TRUE(fails_with(DatabaseFile::open(path(name), variant_), ErrorCode::kDamagedFile,
                           "named 3-3.value"));
  }
}

TEST_P(Damage, ANewerVersionIsUnsupported) {
  EXPECT_TRUE(fails_with(open(forged(8, std::uint32_t{2})), ErrorCode::kUnsupportedVersion,
                         "format version 2"));
}

TEST_P(Damage, UnknownMetricNumberingOrCodecIsUnsupported) {
  const auto unsupported = ErrorCode::kUnsupportedVersion;
  EXPECT_TRUE(fails_with(open(forged(20, std::uint8_t{7})), unsupported, "metric 7"));
  EXPECT_TRUE(fails_with(open(forged(21, std::uint8_t{1})), unsupported, "numbering scheme 1"));
  EXPECT_TRUE(fails_with(open(forged(22, std::uint8_t{99})), unsupported, "codec 99"));
}

TEST_P(Damage, AFieldThatContradictsAnotherIsFoundEvenIfTheChecksumFits) {
  const auto expect_damaged = [&](const Bytes& bytes, std::string_view part) {
    EXPECT_TRUE(fails_with(open(bytes), ErrorCode::kDamagedFile, part));
  };
  expect_damaged(forged(16, std::uint8_t{4}), "subspace 4-3 has");
  expect_damaged(forged(16, std::uint8_t{2}), "lost");
  expect_damaged(forged(16, std::uint8_t{200}), "at most");
  expect_damaged(forged(18, std::uint8_t{1}), "3-3+1-0.value");
  expect_damaged(forged(24, std::uint64_t{1} << 40), "bytes were written");
  expect_damaged(forged(32, std::uint64_t{210'141}), "slots");
  expect_damaged(forged(32, std::uint64_t{0}), "slots");
  expect_damaged(forged(40, std::uint64_t{1}), "classes");
  expect_damaged(forged(48, std::uint64_t{1}), "wins");
  expect_damaged(forged(56, std::uint64_t{1}), "draws");
  expect_damaged(forged(64, ~std::uint64_t{0}), "losses");
  expect_damaged(forged(72, std::uint32_t{4}), "longest win");
  expect_damaged(forged(76, std::uint32_t{5}), "longest loss");
  expect_damaged(forged(80, std::uint32_t{0}), "0 slots per block");
  expect_damaged(forged(80, std::uint32_t{13'000}), "blocks for");
  expect_damaged(forged(84, std::uint32_t{17}), "17 blocks");
  expect_damaged(forged(88, std::uint64_t{1}), "index");
  expect_damaged(forged(112, std::uint64_t{1}), "digest");
  expect_damaged(forged(128, std::uint32_t{1000}), "texts");
  expect_damaged(forged(132, ~std::uint32_t{0}), "texts");
  expect_damaged(forged(136, std::uint32_t{64}), "texts");
}

TEST_P(Damage, AWrongChecksumOfAllBlocksIsFoundByTheWholeCheck) {
  const auto file = open(forged(96, std::uint64_t{1}));
  ASSERT_TRUE(succeeds(file));
  EXPECT_TRUE(
      fails_with(file->check_whole_file(), ErrorCode::kDamagedFile, "checksum of the file"));
}

TEST_P(Damage, OffsetsOutOfOrderAreFoundEvenIfTheChecksumsFit) {
  for (std::uint64_t offset : {std::uint64_t{0}, std::uint64_t{good_.size()}, ~std::uint64_t{0}}) {
    for (std::uint32_t block : {0u, 1u, blocks_ - 1}) {
      Bytes bytes = good_;
      store_little_endian(bytes.data() + header_size_ + kIndexEntrySize * block, offset);
      EXPECT_TRUE(fails_with(open(signed_index(bytes)), ErrorCode::kDamagedFile, "block index"));
    }
  }
}

TEST_P(Damage, ABlockOfAnotherLengthIsRefusedEvenIfAllChecksumsFit) {
  // The last block has fewer slots than the others: it cannot stand in for one of them.
  Bytes bytes = good_;
  const auto offset = [&](std::uint32_t block) {
    return load_little_endian<std::uint64_t>(bytes.data() + header_size_ + kIndexEntrySize * block);
  };
  const std::uint64_t last = offset(blocks_ - 1);
  std::uint32_t roomy = 0;
  while (offset(roomy + 1) - offset(roomy) < good_.size() - last) ++roomy;
  ASSERT_LT(roomy, blocks_ - 1);
  const std::uint64_t first = offset(roomy), second = offset(roomy + 1);
  std::copy(good_.begin() + static_cast<std::ptrdiff_t>(last), good_.end(),
            bytes.begin() + static_cast<std::ptrdiff_t>(first));
  store_little_endian(bytes.data() + header_size_ + kIndexEntrySize * roomy + 8,
                      checksum(std::span(bytes).subspan(first, second - first)));
  const auto file = open(signed_index(bytes));
  ASSERT_TRUE(succeeds(file));
  Bytes packed(packed_size(file->header().slots_in_block(roomy)));
  EXPECT_TRUE(fails_with(file->decode_values(roomy, packed), ErrorCode::kDamagedFile,
                         "block " + std::to_string(roomy)));
}

TEST_P(Damage, AForgedBlockOfRandomBytesNeverCrashesTheReader) {
  std::mt19937 random(1);
  for (const char* name : {"3-3.value", "3-3.distance"}) {
    take(name);
    for (int round = 0; round < 300; ++round) {
      Bytes bytes = good_;
      std::uint8_t* const index = bytes.data() + header_size_;
      const auto begin = load_little_endian<std::uint64_t>(index);
      const auto end = load_little_endian<std::uint64_t>(index + kIndexEntrySize);
      for (int change = 0; change <= round % 4; ++change)
        bytes[begin + random() % (end - begin)] = static_cast<std::uint8_t>(random());
      store_little_endian(index + 8, checksum(std::span(bytes).subspan(begin, end - begin)));
      write_bytes(path(name), signed_index(bytes));
      const auto file = DatabaseFile::open(path(name), variant_);
      ASSERT_TRUE(succeeds(file));
      const std::uint32_t slots = file->header().slots_in_block(0);
      Bytes packed(packed_size(slots), 0b10'01'00'10);
      std::vector<OutcomeByte> outcomes(slots);
      if (file->header().metric == Metric::kValue) {
        if (file->decode_values(0, packed)) {
          EXPECT_TRUE(are_packed_values(packed, slots));
        }
      } else if (file->decode_outcomes(0, packed.data(), outcomes)) {
        for (std::uint32_t i = 0; i < slots; ++i)
          ASSERT_EQ(value_of(outcomes[i]), value_at(packed.data(), i));
      }
    }
  }
}

TEST_P(Damage, AForgedHeaderOfRandomBytesNeverCrashesTheReader) {
  std::mt19937 random(2);
  for (int round = 0; round < 1000; ++round) {
    Bytes bytes = good_;
    for (int change = 0; change <= round % 3; ++change)
      bytes[16 + random() % (header_size_ - 24)] = static_cast<std::uint8_t>(random());
    const auto file = open(signed_header(bytes));
    if (file) {
      EXPECT_TRUE(file->check_whole_file() || true);
    }
  }
}

TEST_P(Damage, DistancesDoNotGoWithOtherValues) {
  TemporaryDirectory other;
  WriteOptions options;
  options.block_slots = 13'300;
  write_filler_files(other.path(), variant_, {3, 3}, Filler::kRandom, options);
  const auto values = open();
  const auto distances = DatabaseFile::open(other.path() / "3-3.distance", variant_);
  ASSERT_TRUE(succeeds(values));
  ASSERT_TRUE(succeeds(distances));
  EXPECT_TRUE(
      fails_with(check_pair(*values, *distances), ErrorCode::kDamagedFile, "do not go with"));
}

class ASmallFileOfCodec : public testing::TestWithParam<Codec> {};

TEST_P(ASmallFileOfCodec, WithAnyByteChangedIsDamaged) {
  const TemporaryDirectory directory;
  const Variant variant = three_mens_morris();
  WriteOptions options;
  options.codec = GetParam();
  write_filler_files(directory.path(), variant, {3, 3}, Filler::kRandom, options);
  const auto path = directory.path() / "3-3.value";
  const Bytes good = read_bytes(path);
  for (std::size_t i = 0; i < good.size(); ++i) {
    Bytes bytes = good;
    bytes[i] ^= static_cast<std::uint8_t>(1 << (i % 8));
    write_bytes(path, bytes);
    const auto file = DatabaseFile::open(path, variant);
    if (!file) {
      ASSERT_TRUE(fails_with(file, ErrorCode::kDamagedFile, "3-3.value")) << "byte " << i;
      continue;
    }
    ASSERT_TRUE(fails_with(file->check_whole_file(), ErrorCode::kDamagedFile, "block"));
    Bytes packed(packed_size(file->header().slots_in_block(0)));
    ASSERT_TRUE(fails_with(file->decode_values(0, packed), ErrorCode::kDamagedFile, "block 0"));
  }
}

INSTANTIATE_TEST_SUITE_P(Codecs, ASmallFileOfCodec,
                         testing::Values(Codec::kContext, Codec::kNetwork, Codec::kTriples,
                                         Codec::kStripes),
                         [](const auto& of) { return std::string(codec_name(of.param)); });

TEST_P(Damage, CodecDataThatAreNoneAreFoundEvenIfTheChecksumFits) {
  const auto name_size = load_little_endian<std::uint32_t>(good_.data() + 128);
  const auto rules_size = load_little_endian<std::uint32_t>(good_.data() + 132);
  const auto codec_size = load_little_endian<std::uint32_t>(good_.data() + 136);
  const std::size_t begin = 144 + name_size + rules_size;
  for (std::size_t i = 0; i < codec_size; i += 1 + codec_size / 100) {
    const auto file = open(forged(begin + i, static_cast<std::uint8_t>(~good_[begin + i])));
    if (!file) {
      EXPECT_TRUE(fails_with(file, ErrorCode::kDamagedFile, "codec data"));
      continue;
    }
    // Other weights: whatever they make of the blocks, it is an error or values.
    Bytes packed(packed_size(file->header().slots_in_block(0)));
    if (file->decode_values(0, packed)) {
      EXPECT_TRUE(are_packed_values(packed, file->header().slots_in_block(0)));
    }
  }
  if (GetParam() != Codec::kZstd) {
    EXPECT_TRUE(fails_with(open(forged(begin, std::uint8_t{4})), ErrorCode::kDamagedFile, "codec"));
    EXPECT_TRUE(fails_with(open(forged(22, std::uint8_t{1})), ErrorCode::kDamagedFile, "codec"));
  } else {
    for (const std::uint8_t codec : {std::uint8_t{2}, std::uint8_t{3}})
      EXPECT_TRUE(fails_with(open(forged(22, codec)), ErrorCode::kDamagedFile, "codec"));
  }
}

TEST_P(Damage, ADistanceFileOfACodecWithoutDistancesIsUnsupported) {
  take("3-3.distance");
  write_bytes(path("3-3.distance"), forged(22, std::uint8_t{2}));
  EXPECT_TRUE(fails_with(DatabaseFile::open(path("3-3.distance"), variant_),
                         ErrorCode::kUnsupportedVersion, "codec 2"));
  if (GetParam() == Codec::kNetwork) return;
  write_bytes(path("3-3.distance"), forged(22, std::uint8_t{3}));
  EXPECT_TRUE(fails_with(DatabaseFile::open(path("3-3.distance"), variant_),
                         ErrorCode::kDamagedFile, "codec data"));
}

INSTANTIATE_TEST_SUITE_P(Codecs, Damage,
                         ::testing::Values(Codec::kZstd, Codec::kContext, Codec::kNetwork),
                         [](const auto& of) { return std::string(codec_name(of.param)); });

}  // namespace
}  // namespace mill
