#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "formats/file_header.h"
#include "game/numbering.h"
#include "prober/prober.h"
#include "tests/prober/made_up_database.h"
#include "tests/support/file_contents.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

/// A database of 3-3, 4-3 and 3-4 in several blocks per file, to be spoiled.
class ProberErrors : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const Subspace& subspace : {Subspace{3, 3}, Subspace{4, 3}, Subspace{3, 4}})
      write_made_up_files(directory(), variant_, subspace, 10'000);
  }

  const fs::path& directory() const { return directory_.path(); }
  fs::path path(const char* name) const { return directory() / name; }
  Prober open() const {
    auto prober = Prober::open(directory(), variant_);
    EXPECT_TRUE(succeeds(prober));
    return std::move(*prober);
  }

  /// A position in the first or the last block of a file.
  Position position(const Subspace& subspace, bool last = false) const {
    const Numbering numbering = Numbering::make(variant_, subspace);
    return numbering.position(subspace, last ? numbering.slots() - 1 : 0);
  }

  /// Every way to ask gives that error, the second time as well.
  void expect_error(const Prober& prober, const Position& asked, ErrorCode code,
                    std::string_view part) const {
    for (int i = 0; i < 2; ++i) {
      EXPECT_TRUE(fails_with(prober.value(asked), code, part));
      EXPECT_TRUE(fails_with(prober.outcome(asked), code, part));
      EXPECT_TRUE(fails_with(prober.known_value(asked), code, part));
      EXPECT_FALSE(prober.cached_value(asked));
    }
    EXPECT_TRUE(fails_with(prober.probe(asked), code, part));
    expect_told_without_directories(prober, asked, part);
  }

  void expect_told_without_directories(const Prober& prober, const Position& asked,
                                       std::string_view part) const {
    const auto refused = prober.value(asked);
    ASSERT_FALSE(refused);
    const std::string directory = directory_.path().string();
    const std::string& told = without_directories(refused.error());
    EXPECT_NE(refused.error().message.find(directory), std::string::npos);
    EXPECT_EQ(told.find(directory), std::string::npos) << told;
    EXPECT_NE(told.find(part), std::string::npos) << told;
  }

  Variant variant_ = nine_mens_morris();
  TemporaryDirectory directory_;
};

TEST_F(ProberErrors, ADirectoryThatIsNotThereIsMissing) {
  EXPECT_TRUE(
      fails_with(Prober::open(path("nowhere"), variant_), ErrorCode::kMissingFile, "nowhere"));
}

TEST_F(ProberErrors, ADirectoryWithoutDatabaseFilesIsMissing) {
  const TemporaryDirectory empty;
  EXPECT_TRUE(
      fails_with(Prober::open(empty.path(), variant_), ErrorCode::kMissingFile, "no database"));
  EXPECT_TRUE(fails_with(Prober::open(std::vector<fs::path>{}, variant_), ErrorCode::kMissingFile,
                         "no database"));
}

TEST_F(ProberErrors, AFileInPlaceOfTheDirectoryCannotBeRead) {
  EXPECT_TRUE(
      fails_with(Prober::open(path("3-3.value"), variant_), ErrorCode::kInputOutput, "3-3.value"));
}

TEST_F(ProberErrors, ASubspaceWithoutAFileIsMissingByName) {
  const Prober prober = open();
  const Position asked{0b1111, 0b1111'0000};
  expect_error(prober, asked, ErrorCode::kMissingFile, "4-4.value");
  const Position placing{0b111, 0b111'0000, 2, 2};
  expect_error(prober, placing, ErrorCode::kMissingFile, "3-3+2-2.value");
}

TEST_F(ProberErrors, AFileThatVanishedIsMissingByName) {
  const Prober prober = open();
  fs::remove(path("4-3.value"));
  expect_error(prober, position({4, 3}), ErrorCode::kMissingFile, "4-3.value");
}

TEST_F(ProberErrors, AFileThatCannotBeReadForAWhileIsReadLater) {
  const Prober prober = open();
  fs::rename(path("4-3.value"), path("elsewhere"));
  fs::create_directory(path("4-3.value"));
  const Position asked = position({4, 3});
  EXPECT_TRUE(fails_with(prober.value(asked), ErrorCode::kInputOutput, "4-3.value"));
  fs::remove(path("4-3.value"));
  fs::rename(path("elsewhere"), path("4-3.value"));
  EXPECT_TRUE(succeeds(prober.value(asked)));
}

TEST_F(ProberErrors, AFileThatShrinksIsAnErrorOnPositionedReadsAndGoodAgainWhenItIsWhole) {
  ProberOptions options;
  options.access = FileAccess::kPositioned;
  options.cache_bytes = 0;
  const auto prober = Prober::open(directory(), variant_, options);
  ASSERT_TRUE(succeeds(prober));
  const Position asked = position({4, 3});
  const auto before = prober->value(asked);
  ASSERT_TRUE(succeeds(before));
  fs::copy(path("4-3.value"), path("whole"));
  fs::resize_file(path("4-3.value"), 100);
  const auto shrunk = prober->value(asked);
  ASSERT_FALSE(shrunk);
  EXPECT_THAT(shrunk.error().message, ::testing::HasSubstr("4-3.value"));
  {
    // In place: the handle has this file open.
    std::ifstream whole(path("whole"), std::ios::binary);
    std::ofstream back(path("4-3.value"), std::ios::binary | std::ios::in);
    back << whole.rdbuf();
  }
  const auto after = prober->value(asked);
  ASSERT_TRUE(succeeds(after));
  EXPECT_EQ(*after, *before);
}

TEST_F(ProberErrors, WithoutADistanceFileThereIsStillTheValue) {
  fs::remove(path("4-3.distance"));
  const Prober prober = open();
  const Position asked = position({4, 3});
  const auto value = prober.value(asked);
  ASSERT_TRUE(succeeds(value));
  EXPECT_EQ(*value, value_of(made_up_outcome({4, 3}, 0)));
  EXPECT_TRUE(fails_with(prober.outcome(asked), ErrorCode::kMissingFile, "4-3.distance"));
  const auto known = prober.known_value(asked);
  ASSERT_TRUE(succeeds(known));
  EXPECT_EQ(known->value, *value);
  EXPECT_FALSE(known->distance);
  EXPECT_TRUE(succeeds(prober.open_all()));
  const Position before = position({3, 4});  // its turns lead to 4-3
  EXPECT_TRUE(fails_with(prober.rank_turns(before), ErrorCode::kMissingFile, "4-3.distance"));
  const auto turns = prober.rank_turns(before, Detail::kValue);
  ASSERT_TRUE(succeeds(turns));
  EXPECT_EQ(prober.known_turns(before), *turns);
}

/// A position of 3-4 from which turns lead to 4-3 and, by a capture, to 3-3.
Position position_before_both(const Variant& variant) {
  const Numbering numbering = Numbering::make(variant, {3, 4});
  for (std::uint64_t slot = 0;; ++slot) {
    const Position position = numbering.position({3, 4}, slot);
    std::set<Subspace> after;
    for (const Turn& turn : generate_turns(variant, position))
      after.insert(subspace_of(variant, apply(variant, position, turn)));
    if (after.size() == 2) return position;
  }
}

TEST_F(ProberErrors, AMissingDistanceFileDoesNotHideADamagedOne) {
  const Position asked = position_before_both(variant_);
  for (const auto& [missing, damaged] :
       {std::pair("4-3.distance", "3-3.distance"), std::pair("3-3.distance", "4-3.distance")}) {
    SCOPED_TRACE(missing);
    const Bytes whole = read_bytes(path(missing)), sound = read_bytes(path(damaged));
    fs::remove(path(missing));
    write_bytes(path(damaged), std::span(sound).first(sound.size() / 2));
    EXPECT_TRUE(fails_with(open().known_turns(asked), ErrorCode::kDamagedFile, damaged));
    write_bytes(path(missing), whole);
    write_bytes(path(damaged), sound);
  }
  EXPECT_TRUE(succeeds(open().known_turns(asked)));
}

TEST_F(ProberErrors, WithoutItsValueFileADistanceFileSaysNothing) {
  fs::remove(path("4-3.value"));
  const Prober prober = open();
  expect_error(prober, position({4, 3}), ErrorCode::kMissingFile, "4-3.value");
  EXPECT_TRUE(fails_with(prober.open_all(), ErrorCode::kMissingFile, "4-3.value"));
}

TEST_F(ProberErrors, ADatabaseForOtherRulesIsRefusedAtOnce) {
  Variant other = variant_;
  other.rules.may_fly = false;
  EXPECT_TRUE(fails_with(Prober::open(directory(), other), ErrorCode::kWrongRules, "mayFly"));
}

TEST_F(ProberErrors, OneFileForOtherRulesIsRefusedWhenItIsNeeded) {
  Variant other = variant_;
  other.rules.may_fly = false;
  write_made_up_files(directory(), other, {4, 3});
  const Prober prober = open();
  expect_error(prober, position({4, 3}), ErrorCode::kWrongRules, "4-3.value");
  EXPECT_TRUE(succeeds(prober.outcome(position({3, 4}))));
  EXPECT_TRUE(fails_with(prober.open_all(), ErrorCode::kWrongRules, "4-3.value"));
}

TEST_F(ProberErrors, AFileOfANewerFormatIsUnsupported) {
  Bytes bytes = read_bytes(path("4-3.value"));
  store_little_endian<std::uint32_t>(bytes.data() + 8, kFormatVersion + 1);
  const std::size_t body = load_little_endian<std::uint32_t>(bytes.data() + 12) - 8;
  store_little_endian(bytes.data() + body, checksum(std::span(bytes).first(body)));
  write_bytes(path("4-3.value"), bytes);
  expect_error(open(), position({4, 3}), ErrorCode::kUnsupportedVersion, "4-3.value");
}

TEST_F(ProberErrors, ATruncatedFileIsDamaged) {
  for (std::size_t kept : {std::size_t{0}, std::size_t{10}, std::size_t{200}, std::size_t{3000}}) {
    fs::resize_file(path("4-3.value"), kept);
    expect_error(open(), position({4, 3}), ErrorCode::kDamagedFile, "4-3.value");
  }
}

TEST_F(ProberErrors, AFileUnderTheNameOfAnotherIsDamaged) {
  fs::rename(path("3-4.value"), path("4-3.value"));
  expect_error(open(), position({4, 3}), ErrorCode::kDamagedFile, "4-3.value");
}

TEST_F(ProberErrors, ADamagedBlockSilencesOnlyItself) {
  Bytes bytes = read_bytes(path("4-3.value"));
  bytes.back() ^= 1;
  write_bytes(path("4-3.value"), bytes);
  const Prober prober = open();
  expect_error(prober, position({4, 3}, true), ErrorCode::kDamagedFile, "4-3.value");
  EXPECT_EQ(prober.value(position({4, 3})), value_of(made_up_outcome({4, 3}, 0)));
  EXPECT_EQ(prober.outcome(position({4, 3})), to_outcome(made_up_outcome({4, 3}, 0)));
}

TEST_F(ProberErrors, ADamagedDistanceBlockLeavesTheValue) {
  Bytes bytes = read_bytes(path("4-3.distance"));
  bytes.back() ^= 1;
  write_bytes(path("4-3.distance"), bytes);
  const Prober prober = open();
  const Position asked = position({4, 3}, true);
  EXPECT_TRUE(fails_with(prober.outcome(asked), ErrorCode::kDamagedFile, "4-3.distance"));
  EXPECT_TRUE(fails_with(prober.probe(asked), ErrorCode::kDamagedFile, "4-3.distance"));
  EXPECT_TRUE(fails_with(prober.known_value(asked), ErrorCode::kDamagedFile, "4-3.distance"));
  EXPECT_TRUE(succeeds(prober.value(asked)));
}

TEST_F(ProberErrors, DistancesOfOtherValuesAreDamage) {
  write_made_up_files(directory(), variant_, {4, 3}, 20'000);
  const Bytes other = read_bytes(path("4-3.distance"));
  write_made_up_files(directory(), variant_, {4, 3}, 10'000);
  write_bytes(path("4-3.distance"), other);
  const Prober prober = open();
  EXPECT_TRUE(
      fails_with(prober.outcome(position({4, 3})), ErrorCode::kDamagedFile, "4-3.distance"));
  EXPECT_TRUE(succeeds(prober.value(position({4, 3}))));
}

TEST_F(ProberErrors, FilesThatContradictEachOtherAreNotReported) {
  const Prober prober = open();
  int contradictions = 0;
  for (std::uint64_t slot = 0; slot < 1000; slot += 10) {
    const Position asked = Numbering::make(variant_, {3, 3}).position({3, 3}, slot);
    const auto report = prober.probe(asked);
    if (report) continue;
    EXPECT_TRUE(is_error(report.error(), ErrorCode::kVerificationFailed, "3-3"));
    ++contradictions;
  }
  EXPECT_GT(contradictions, 50);
}

TEST_F(ProberErrors, TheFirstOfSeveralDirectoriesCounts) {
  const TemporaryDirectory more;
  write_made_up_files(more.path(), variant_, {4, 4});
  write_bytes(more.path() / "4-3.value", Bytes{1, 2, 3});
  fs::remove(path("3-4.value"));
  fs::copy(path("3-4.distance"), more.path());
  const auto prober = Prober::open({directory(), more.path()}, variant_);
  ASSERT_TRUE(succeeds(prober));
  EXPECT_TRUE(succeeds(prober->outcome(position({4, 3}))));
  EXPECT_TRUE(succeeds(prober->outcome(position({4, 4}))));
  EXPECT_TRUE(fails_with(prober->value(position({3, 4})), ErrorCode::kMissingFile, "3-4.value"));
}

}  // namespace
}  // namespace mill
