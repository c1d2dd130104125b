// Grade files written and read, and what is refused in them.

#include <gtest/gtest.h>

#include <random>

#include "base/checksum.h"
#include "formats/score_table.h"
#include "formats/subspace_grades.h"
#include "tests/formats/filler.h"
#include "tests/support/file_contents.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

const PlaceText kPlace{"test", "test"};

/// A subspace whose draws have grades that are a function of the slot.
class GradeFile {
 public:
  /// @param gains  different ones on each side of 0
  explicit GradeFile(int gains, Filler filler = Filler::kRandom) : filler_(filler), gains_(gains) {
    write_filler_files(directory_.path(), variant_, subspace_, filler);
    auto grades = SubspaceGrades::make(variant_, subspace_, {kChecksum, kScore, {}});
    MILLSTONE_CHECK(grades.has_value());
    MILLSTONE_CHECK(grades->fill([this](std::uint64_t slot) { return graded(slot); }).has_value());
    const auto values = DatabaseFile::open(path(Metric::kValue), variant_);
    MILLSTONE_CHECK(values.has_value());
    MILLSTONE_CHECK(write_grade_file(directory_.path(), variant_, grades->view(), values->header(),
                                     kDefaultLevel)
                        .has_value());
  }

  static constexpr std::uint64_t kChecksum = 0x1234567890ABCDEF;
  static constexpr int kScore = -17;

  const Subspace& subspace() const { return subspace_; }
  const Variant& variant() const { return variant_; }
  std::filesystem::path path(Metric metric) const {
    return directory_.path() / file_name(subspace_, metric);
  }
  Result<SubspaceGrades> load() const {
    return SubspaceGrades::load(directory_.path(), variant_, subspace_, {});
  }

  GradedValue graded(std::uint64_t slot) const {
    const Value value = value_of(filler_outcome(filler_, slot));
    if (value != Value::kDraw) return {value, {}};
    const auto mixed = static_cast<int>(slot * 2654435761U % 1000003);
    const int gain = mixed % (2 * gains_ + 1) - gains_;
    return {value, {gain, gain == 0 ? 0 : mixed / 7 % 40 - 8}};
  }

 private:
  TemporaryDirectory directory_;
  Variant variant_ = nine_mens_morris();
  Subspace subspace_{3, 4};
  Filler filler_;
  int gains_;
};

TEST(GradeFiles, HoldWhatWasWritten) {
  for (const Filler filler : {Filler::kRandom, Filler::kDraws, Filler::kLongest})
    for (const int gains : {0, 3, 100}) {  // places in a byte, and in two
      const GradeFile file(gains, filler);
      const auto grades = file.load();
      ASSERT_TRUE(succeeds(grades));
      EXPECT_EQ(grades->data().scores_checksum, GradeFile::kChecksum);
      EXPECT_EQ(grades->data().score, GradeFile::kScore);
      for (std::uint64_t slot = 0; slot < grades->slots(); ++slot)
        ASSERT_EQ(grades->at(slot), file.graded(slot)) << slot;
      const auto opened = DatabaseFile::open(file.path(Metric::kGrade), file.variant());
      ASSERT_TRUE(succeeds(opened));
      EXPECT_TRUE(succeeds(opened->check_whole_file()));
    }
}

TEST(GradeFiles, AreTiedToTheirValues) {
  const GradeFile file(3), other(3, Filler::kSkewed);
  std::filesystem::copy_file(other.path(Metric::kValue), file.path(Metric::kValue),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_TRUE(fails_with(file.load(), ErrorCode::kDamagedFile, "do not go with the values"));
}

TEST(GradeFiles, AChangedByteOrACutIsFound) {
  const GradeFile file(3, Filler::kSkewed);
  const auto path = file.path(Metric::kGrade);
  const std::vector<std::uint8_t> whole = read_bytes(path);
  std::mt19937 random(8);
  const auto is_refused = [&] {
    const auto grades = file.load();
    return !grades && grades.error().code == ErrorCode::kDamagedFile;
  };
  for (int i = 0; i < 400; ++i) {
    // All of the header, then anywhere.
    const std::size_t at = i < 200 ? static_cast<std::size_t>(i) + 4 : random() % whole.size();
    std::vector<std::uint8_t> changed = whole;
    changed[at] ^= static_cast<std::uint8_t>(1U << random() % 8);
    write_bytes(path, changed);
    const auto grades = file.load();
    ASSERT_FALSE(grades) << at;
  }
  for (int i = 0; i < 40; ++i) {
    write_bytes(path, std::span(whole).first(random() % whole.size()));
    ASSERT_TRUE(is_refused());
  }
}

TEST(GradeFiles, ListsThatAreNoneAreRefused) {
  const auto refused = [](const std::vector<std::uint8_t>& bytes) {
    return !decode_grade_data(bytes).has_value();
  };
  const std::vector<std::uint8_t> sound =
      encode_grade_data({1, -2, {{3, 1}, {3, 2}, {0, 0}, {-1, 9}, {-1, -4}}});
  ASSERT_EQ(sound.size(), 36U);
  ASSERT_FALSE(refused(sound));
  EXPECT_EQ(decode_grade_data(sound)->score, -2);
  EXPECT_TRUE(refused({sound.begin(), sound.end() - 1}));
  EXPECT_TRUE(refused({}));
  const auto changed = [&](std::size_t at, std::uint8_t byte) {
    std::vector<std::uint8_t> bytes = sound;
    bytes[at] = byte;
    return bytes;
  };
  EXPECT_TRUE(refused(changed(16, 2)));  // a gain that is smaller than the next
  EXPECT_TRUE(refused(changed(18, 2)));  // one that stands twice
  EXPECT_TRUE(refused(changed(18, 3)));  // more steps before fewer, above 0
  EXPECT_TRUE(refused(changed(26, 1)));  // steps of what stays
  EXPECT_TRUE(refused(changed(12, 6)));  // more than there are
}

TEST(ScoreTables, AreReadAsTheyAreWritten) {
  const Variant variant = nine_mens_morris();
  ScoreTable table;
  table.scores = {{{3, 3}, 0}, {{4, 3}, 12}, {{3, 4}, -12}, {{0, 0, 9, 9}, 8191}};
  const auto read = parse_score_table(variant, score_table_text(table), kPlace);
  ASSERT_TRUE(succeeds(read));
  EXPECT_EQ(*read, table);
  EXPECT_EQ(checksum_of(*read), checksum_of(table));
  EXPECT_EQ(score_table_text(table), "0-0+9-9 8191\n3-3 0\n3-4 -12\n4-3 12\n");
  EXPECT_EQ(table.of(Subspace{5, 5}), 0);
}

TEST(ScoreTables, WhatIsNoneIsRefusedWithItsLine) {
  const Variant variant = nine_mens_morris();
  for (const auto& [text, what] : std::initializer_list<std::pair<const char*, const char*>>{
           {"3-3 0\n3-3 1\n", "line 2: 3-3 stands twice"},
           {"3-3", "line 1: a subspace and its score"},
           {"# x\n\n3-3 1 2\n", "line 3: a subspace and its score"},
           {"3-3 8192", "line 1: a score is at most 8191"},
           {"10-3 1", "line 1"}})
    EXPECT_TRUE(
        fails_with(parse_score_table(variant, text, kPlace), ErrorCode::kInvalidArgument, what));
  EXPECT_TRUE(succeeds(parse_score_table(variant, " # nothing\n3-3  -8191 # least\r\n", kPlace)));
}

}  // namespace
}  // namespace mill
