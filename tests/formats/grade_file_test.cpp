// Grade files written and read, and what is refused in them.

#include <gtest/gtest.h>

#include <random>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "formats/codecs/context/grade_model.h"
#include "formats/codecs/zstd_frame.h"
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
  explicit GradeFile(int gains, Filler filler = Filler::kRandom, const WriteOptions& options = {})
      : filler_(filler), gains_(gains) {
    write_filler_files(directory_.path(), variant_, subspace_, filler);
    auto grades = SubspaceGrades::make(variant_, subspace_, {kChecksum, kScore, {}});
    MILLSTONE_CHECK(grades.has_value());
    MILLSTONE_CHECK(grades->fill([this](std::uint64_t slot) { return graded(slot); }).has_value());
    const auto values = DatabaseFile::open(path(Metric::kValue), variant_);
    MILLSTONE_CHECK(values.has_value());
    MILLSTONE_CHECK(
        write_grade_file(directory_.path(), variant_, grades->view(), values->header(), options)
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
  // Places in a byte, and in two; and more grades than the context codec has room for.
  const std::pair<int, Codec> kinds[] = {
      {0, Codec::kZstd},    {3, Codec::kZstd},     {100, Codec::kZstd},   {0, Codec::kContext},
      {3, Codec::kContext}, {20, Codec::kContext}, {100, Codec::kContext}};
  std::size_t without_room = 0;
  for (const Filler filler : {Filler::kRandom, Filler::kDraws, Filler::kLongest})
    for (const auto& [gains, codec] : kinds) {
      const GradeFile file(gains, filler, {.codec = codec});
      const auto grades = file.load();
      ASSERT_TRUE(succeeds(grades));
      EXPECT_EQ(grades->data().scores_checksum, GradeFile::kChecksum);
      EXPECT_EQ(grades->data().score, GradeFile::kScore);
      for (std::uint64_t slot = 0; slot < grades->slots(); ++slot)
        ASSERT_EQ(grades->at(slot), file.graded(slot)) << slot;
      const auto opened = DatabaseFile::open(file.path(Metric::kGrade), file.variant());
      ASSERT_TRUE(succeeds(opened));
      const bool fits = grades->data().grades.size() <= find_codec(codec)->most_grades;
      EXPECT_EQ(opened->header().codec, fits ? codec : Codec::kZstd);
      without_room += !fits;
      EXPECT_TRUE(succeeds(opened->check_whole_file()));
    }
  EXPECT_GT(without_room, 0U);
}

TEST(GradeFiles, AreTiedToTheirValues) {
  const GradeFile file(3), other(3, Filler::kSkewed);
  std::filesystem::copy_file(other.path(Metric::kValue), file.path(Metric::kValue),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_TRUE(fails_with(file.load(), ErrorCode::kDamagedFile, "do not go with the values"));
}

class GradeFilesOfCodec : public testing::TestWithParam<Codec> {};
INSTANTIATE_TEST_SUITE_P(All, GradeFilesOfCodec, testing::Values(Codec::kZstd, Codec::kContext),
                         [](const auto& codec) { return std::string(codec_name(codec.param)); });

TEST_P(GradeFilesOfCodec, AChangedByteOrACutIsFound) {
  const GradeFile file(3, Filler::kSkewed, {.codec = GetParam()});
  const auto path = file.path(Metric::kGrade);
  const std::vector<std::uint8_t> whole = read_bytes(path);
  std::mt19937 random(8);
  const auto is_refused = [&] {
    const auto grades = file.load();
    return !grades && grades.error().code == ErrorCode::kDamagedFile;
  };
  for (int i = 0; i < 260; ++i) {
    // All of the header, then anywhere.
    const std::size_t at = i < 200 ? static_cast<std::size_t>(i) + 4 : random() % whole.size();
    std::vector<std::uint8_t> changed = whole;
    changed[at] ^= static_cast<std::uint8_t>(1U << random() % 8);
    write_bytes(path, changed);
    const auto grades = file.load();
    ASSERT_FALSE(grades) << at;
  }
  for (int i = 0; i < 20; ++i) {
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

TEST(GradeModels, AreReadAsTheyAreWritten) {
  GradeModel::Counts counts(3);
  counts.others = {5, 0, 100000};
  counts.answers[7] = {1000, 1};
  counts.answers[8] = {0, 50};
  const GradeModel model(counts);
  const std::vector<std::uint8_t> bytes = model.serialize();
  const auto read = GradeModel::parse(bytes, 3);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->serialize(), bytes);
  // Whatever was counted, every answer and every grade can be coded.
  EXPECT_GT(read->yes_end(7), 16000U);
  EXPECT_LT(read->yes_end(8), 400U);
  EXPECT_EQ(read->yes_end(0), 1U + (kRangeTotal - 2) / 2);
  std::uint32_t end = 0;
  for (const GradeCode code : {GradeCode{0}, GradeCode{1}, GradeCode{2}}) {
    const SymbolRange range = read->range(code);
    EXPECT_EQ(range.start, end);
    ASSERT_GT(range.size, 0);
    EXPECT_EQ(read->code_at(range.start), code);
    end += range.size;
    EXPECT_EQ(read->code_at(end - 1), code);
  }
  EXPECT_EQ(end, kRangeTotal);
  EXPECT_EQ(read->range(1).size, 1);
}

TEST(GradeModels, BytesThatAreNoneAreRefused) {
  const std::vector<std::uint8_t> bytes = GradeModel(GradeModel::Counts(2)).serialize();
  EXPECT_TRUE(GradeModel::parse(bytes, 2).has_value());
  EXPECT_FALSE(GradeModel::parse(bytes, 1).has_value());
  EXPECT_FALSE(GradeModel::parse(std::span(bytes).first(bytes.size() - 1), 2).has_value());
  EXPECT_FALSE(GradeModel::parse({}, 0).has_value());
  const auto refused = [](std::uint8_t odds, std::uint16_t first, std::uint16_t second) {
    std::vector<std::uint8_t> raw(GradeModel::kContexts, odds);
    append_little_endian(raw, first);
    append_little_endian(raw, second);
    return !GradeModel::parse(compress_frame(raw, kModelLevel), 2).has_value();
  };
  EXPECT_FALSE(refused(0, 384, 16000));
  EXPECT_TRUE(refused(0, 383, 16000));
  EXPECT_TRUE(refused(0, 385, 16000));
  EXPECT_TRUE(refused(0, 0, 16384));
  EXPECT_TRUE(refused(0x80, 384, 16000));  // log odds of -128
}

TEST(GradeCandidates, StandByTheirVotes) {
  GradeCandidates candidates;
  for (const GradeCode code : {GradeCode{5}, kWonCode, GradeCode{9}, GradeCode{2}, GradeCode{9},
                               kLostCode, GradeCode{2}, GradeCode{2}})
    candidates.add(code);
  candidates.sort();
  ASSERT_EQ(candidates.size(), 3U);
  EXPECT_EQ(candidates.code(0), 2);
  EXPECT_EQ(candidates.votes(0), 3U);
  EXPECT_EQ(candidates.code(1), 9);
  EXPECT_EQ(candidates.code(2), 5);
  EXPECT_EQ(candidates.votes(3), 0U);
  for (std::size_t place = 0; place < candidates.size(); ++place)
    EXPECT_LT(GradeModel::context(candidates, place), GradeModel::kContexts);
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
