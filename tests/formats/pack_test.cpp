// Packs: the index written and read, and what is refused in it; files read from a pack as from a
// directory.

#include <gtest/gtest.h>

#include <cstring>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "formats/database_directory.h"
#include "formats/database_file.h"
#include "formats/pack_index.h"
#include "formats/stored_files.h"
#include "formats/stored_rules.h"
#include "tests/formats/filler.h"
#include "tests/support/file_contents.h"
#include "tests/support/plain_pack.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

using Bytes = std::vector<std::uint8_t>;

const PlaceText kPackPlace{"some.pack", "some.pack"};

Result<std::vector<PackedFile>> read_index(const Bytes& pack) {
  return read_pack_index(*FileBytes::in_place(pack), kPackPlace);
}

/// Three files of which one is empty and one ends at a unit.
class PackIndex : public ::testing::Test {
 protected:
  PackIndex() {
    plain_.add("3-3.value", Bytes(70, 1));
    plain_.add("3-3.distance", {});
    plain_.add("4-3.value", Bytes(128, 2));
    pack_ = plain_.bytes();
  }

  static constexpr std::size_t kIndexSize = 256;

  /// Changes a field of the index and makes its checksum fit again.
  template <typename T>
  Bytes forged(std::size_t offset, T value) const {
    Bytes bytes = pack_;
    store_little_endian(bytes.data() + offset, value);
    return PlainPack::signed_index(std::move(bytes), kIndexSize);
  }
  Bytes renamed(std::size_t entry, std::string_view name) const {
    Bytes bytes = pack_;
    std::uint8_t* const field = bytes.data() + PlainPack::kEntriesOffset +
                                PlainPack::kEntrySize * entry + PlainPack::kNameInEntry;
    std::fill_n(field, 40, 0);
    std::memcpy(field, name.data(), name.size());
    return PlainPack::signed_index(std::move(bytes), kIndexSize);
  }

  PlainPack plain_;
  Bytes pack_;
};

TEST_F(PackIndex, IsReadAsItIsSpecified) {
  const auto files = read_index(pack_);
  ASSERT_TRUE(succeeds(files));
  ASSERT_EQ(files->size(), 3U);
  EXPECT_EQ((*files)[0].name, "3-3.value");
  EXPECT_EQ((*files)[0].part.offset, kIndexSize);
  EXPECT_EQ((*files)[0].part.size, 70U);
  EXPECT_EQ((*files)[1].name, "3-3.distance");
  EXPECT_EQ((*files)[1].part.offset, kIndexSize + 128);
  EXPECT_EQ((*files)[1].part.size, 0U);
  EXPECT_EQ((*files)[2].name, "4-3.value");
  EXPECT_EQ((*files)[2].part.offset, kIndexSize + 128);
  EXPECT_EQ((*files)[2].checksum, checksum(Bytes(128, 2)));
}

TEST_F(PackIndex, IsWrittenAsItIsSpecified) {
  const auto files = read_index(pack_);
  ASSERT_TRUE(succeeds(files));
  EXPECT_EQ(encode_pack_index(*files), Bytes(pack_.begin(), pack_.begin() + kIndexSize));
  EXPECT_EQ(pack_index_size(3), kIndexSize);
}

TEST_F(PackIndex, EveryBitOfItCounts) {
  for (std::size_t byte = 0; byte < kIndexSize; ++byte)
    for (int bit = 0; bit < 8; ++bit) {
      Bytes damaged = pack_;
      damaged[byte] ^= static_cast<std::uint8_t>(1 << bit);
      ASSERT_FALSE(read_index(damaged)) << byte;
    }
}

TEST_F(PackIndex, EveryCutIsSeen) {
  for (std::size_t size = 0; size < pack_.size(); ++size)
    ASSERT_TRUE(fails_with(read_index(Bytes(pack_.begin(), pack_.begin() + size)),
                           ErrorCode::kDamagedFile, "some.pack"))
        << size;
  Bytes longer = pack_;
  longer.push_back(0);
  EXPECT_TRUE(fails_with(read_index(longer), ErrorCode::kDamagedFile, "512 bytes were written"));
}

TEST_F(PackIndex, WithAForgedFieldIsRefused) {
  EXPECT_TRUE(fails_with(read_index(forged<std::uint32_t>(PlainPack::kVersionOffset, 2)),
                         ErrorCode::kUnsupportedVersion, "version 2"));
  for (const std::uint32_t count : {0U, 2U, 4U, 65'537U, 0xFFFFFFFFU})
    EXPECT_TRUE(fails_with(read_index(forged(PlainPack::kCountOffset, count)),
                           ErrorCode::kDamagedFile, "its index"))
        << count;
  // Where the second file begins and how long it is.
  const std::size_t second = PlainPack::kEntriesOffset + PlainPack::kEntrySize;
  for (const std::uint64_t offset : {0U, 256U, 320U, 385U, 448U, 1U << 30})
    EXPECT_TRUE(fails_with(read_index(forged(second, std::uint64_t{offset})),
                           ErrorCode::kDamagedFile, "where its files are"))
        << offset;
  for (const std::uint64_t size : {std::uint64_t{1}, std::uint64_t{128}, std::uint64_t{1} << 63,
                                   ~std::uint64_t{0}, ~std::uint64_t{0} - 383})
    EXPECT_TRUE(fails_with(read_index(forged(second + 8, size)), ErrorCode::kDamagedFile,
                           "where its files are"))
        << size;
}

TEST_F(PackIndex, NamesNoFileElsewhere) {
  for (const char* name : {"", ".", "..", ".hidden", "../3-3.value", "/etc/passwd", "a/b", "a b",
                           "a\nb", "a\\b", "\xC3\xA4"})
    EXPECT_TRUE(fails_with(read_index(renamed(1, name)), ErrorCode::kDamagedFile, "a name that"))
        << name;
  EXPECT_TRUE(
      fails_with(read_index(renamed(1, "3-3.value")), ErrorCode::kDamagedFile, "a name twice"));
  EXPECT_TRUE(succeeds(read_index(renamed(1, std::string(40, 'x')))));
  Bytes behind_zero = renamed(1, "ab");
  behind_zero[PlainPack::kEntriesOffset + PlainPack::kEntrySize + PlainPack::kNameInEntry + 5] =
      'c';
  EXPECT_TRUE(fails_with(read_index(PlainPack::signed_index(behind_zero, kIndexSize)),
                         ErrorCode::kDamagedFile, "a name that"));
}

/// A directory of real files, and a pack of them beside it.
class Pack : public ::testing::Test {
 protected:
  void SetUp() override {
    write_filler_files(from(), variant_, {3, 3}, Filler::kSkewed);
    write_filler_files(from(), variant_, {4, 3}, Filler::kRandom);
    PlainPack plain = PlainPack::of(from(), names_);
    plain.add("of_another_kind", Bytes(1000, 'x'));
    write_bytes(pack(), plain.bytes());
  }

  const std::filesystem::path& from() const { return directory_.path(); }
  std::filesystem::path pack() const { return elsewhere_.path() / "some.pack"; }

  const Variant variant_ = nine_mens_morris();
  const TemporaryDirectory directory_, elsewhere_;
  const std::vector<std::string> names_ = {"4-3.distance", "3-3.value", "3-3.distance",
                                           "4-3.value"};
};

TEST_F(Pack, IsListedAsTheDirectoryIs) {
  const auto expected = list_database(from(), variant_), found = list_database(pack(), variant_);
  ASSERT_TRUE(succeeds(found));
  ASSERT_EQ(found->size(), 4U);
  for (std::size_t i = 0; i < found->size(); ++i) {
    EXPECT_EQ((*found)[i].path, pack() / (*expected)[i].path.filename());
    EXPECT_EQ((*found)[i].metric, (*expected)[i].metric);
  }
  const auto rules = stored_rules(pack());
  ASSERT_TRUE(succeeds(rules));
  EXPECT_EQ(rules->digest(), variant_.digest());
}

TEST_F(Pack, GivesTheSameBytesOfEachFile) {
  for (const FileAccess access : {FileAccess::kMapped, FileAccess::kPositioned})
    for (const std::string& name : names_) {
      const auto bytes = open_stored(pack() / name, access);
      ASSERT_TRUE(succeeds(bytes));
      const Bytes expected = read_bytes(from() / name);
      ASSERT_EQ((*bytes)->size(), expected.size());
      Bytes scratch;
      for (const std::size_t begin : {std::size_t{0}, std::size_t{1}, expected.size() / 2}) {
        const auto read = (*bytes)->read(begin, expected.size() - begin, scratch);
        ASSERT_TRUE(succeeds(read));
        EXPECT_TRUE(std::equal(read->begin(), read->end(),
                               expected.begin() + static_cast<std::ptrdiff_t>(begin)));
      }
      const auto file = DatabaseFile::open(pack() / name, variant_, access);
      ASSERT_TRUE(succeeds(file));
      EXPECT_TRUE(succeeds(file->check_whole_file()));
    }
}

TEST_F(Pack, LacksWhatIsNotInIt) {
  EXPECT_TRUE(fails_with(DatabaseFile::open(pack() / "5-3.value", variant_),
                         ErrorCode::kMissingFile, "there is no such file"));
  EXPECT_TRUE(fails_with(open_stored(pack() / "3-3.value" / "x", FileAccess::kMapped),
                         ErrorCode::kMissingFile, "there is no such file"));
}

TEST_F(Pack, ThatIsDamagedIsNoDirectoryWithoutFiles) {
  Bytes bytes = read_bytes(pack());
  bytes[40] ^= 1;
  write_bytes(pack(), bytes);
  const auto is_told = [](const auto& result) {
    return fails_with(result, ErrorCode::kDamagedFile, "some.pack: is damaged");
  };
  EXPECT_TRUE(is_told(list_database(pack(), variant_)));
  EXPECT_TRUE(is_told(stored_rules(pack())));
  EXPECT_TRUE(is_told(open_stored(pack() / "3-3.value", FileAccess::kMapped)));
}

TEST_F(Pack, DamagedInAFileIsToldByTheFile) {
  Bytes bytes = read_bytes(pack());
  const auto files = read_index(bytes);
  ASSERT_TRUE(succeeds(files));
  bytes[(*files)[1].part.offset + (*files)[1].part.size - 1] ^= 1;
  write_bytes(pack(), bytes);
  const auto file = DatabaseFile::open(pack() / "3-3.value", variant_);
  ASSERT_TRUE(succeeds(file));
  EXPECT_TRUE(fails_with(file->check_whole_file(), ErrorCode::kDamagedFile,
                         "some.pack/3-3.value: is damaged"));
}

TEST_F(Pack, IsRefusedWhereFilesAreWritten) {
  EXPECT_TRUE(fails_with(refuse_pack(pack()), ErrorCode::kInvalidArgument, "unpack"));
  EXPECT_TRUE(succeeds(refuse_pack(from())));
  EXPECT_TRUE(succeeds(refuse_pack(from() / "none")));
}

}  // namespace
}  // namespace mill
