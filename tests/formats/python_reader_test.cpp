#include "tests/formats/python_reader.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <string>

#include "base/little_endian.h"
#include "formats/subspace_grades.h"
#include "game/numbering.h"
#include "tests/formats/filler.h"
#include "tests/support/file_contents.h"
#include "tests/support/plain_pack.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

std::string point_list(const Board& board, Mask stones) {
  std::string text;
  for_each_bit(stones, [&](int point) {
    if (!text.empty()) text += ',';
    text += board.point_names[static_cast<std::size_t>(point)];
  });
  return text.empty() ? "-" : text;
}

/// Writes both files of a subspace and compares what the reader makes of all slots.
void expect_every_slot(const Variant& variant, const Subspace& subspace, Filler filler,
                       const WriteOptions& options = {}) {
  const TemporaryDirectory directory;
  write_filler_files(directory.path(), variant, subspace, filler, options);
  const std::string stem = (directory.path() / subspace.text()).string();
  const ClassCounts counts = filler_counts(variant, subspace, filler);
  const std::vector<OutcomeByte> outcomes = filler_outcomes(filler, counts.slots);
  EXPECT_EQ(run_python_reader(fmt::format("dump {0}.value {0}.distance", stem)),
            fmt::format("{:016x} slots {} wins {} draws {} losses {}\n",
                        XXH3_64bits(outcomes.data(), outcomes.size()), counts.slots, counts.wins,
                        counts.draws, counts.losses));
}

TEST(PythonReader, ReadsPacks) {
  const TemporaryDirectory directory;
  const std::filesystem::path database = MILLSTONE_SOURCE_DIR "/data/databases/three-mens-morris";
  const std::filesystem::path pack = directory.path() / "some.pack";
  const std::vector<std::string> names = {"3-3", "0-0+3-3", "2-3+1-0"};
  PlainPack plain;
  for (const std::string& name : names)
    for (const char* metric : {".value", ".distance"})
      plain.add(name + metric, read_bytes(database / (name + metric)));
  write_bytes(pack, plain.bytes());
  for (const std::string& name : names) {
    const auto dump = [&](const std::filesystem::path& place) {
      return run_python_reader(
          fmt::format("dump {0}/{1}.value {0}/{1}.distance", place.string(), name));
    };
    EXPECT_EQ(dump(pack), dump(database));
    EXPECT_FALSE(dump(pack).starts_with("failed"));
  }
  EXPECT_TRUE(
      run_python_reader(fmt::format("dump {}/9-9.value", pack.string())).starts_with("failed"));
}

TEST(PythonReader, ReadsEverySlotAsItWasWritten) {
  const Variant variant = nine_mens_morris();
  for (Filler filler : {Filler::kRandom, Filler::kSkewed, Filler::kDraws})
    for (const Subspace& subspace : {Subspace{3, 3}, Subspace{3, 4}})
      expect_every_slot(variant, subspace, filler);
}

class PythonReaderOfCodec : public testing::TestWithParam<Codec> {};

TEST_P(PythonReaderOfCodec, ReadsEverySlot) {
  WriteOptions options;
  options.codec = GetParam();
  const Variant wide = find_variant("nine-mens-morris", {{"board", "25"}}).value();
  const std::pair<Variant, Subspace> cases[] = {
      {three_mens_morris(), {3, 3}},    {three_mens_morris(), {2, 3, 1, 0}},
      {six_mens_morris(), {3, 3}},      {six_mens_morris(), {2, 4, 4, 2}},
      {without_flying(), {2, 2, 2, 2}}, {wide, {2, 2, 7, 7}}};
  for (const auto& [variant, subspace] : cases)
    for (Filler filler : {Filler::kRandom, Filler::kSkewed})
      expect_every_slot(variant, subspace, filler, options);
}

INSTANTIATE_TEST_SUITE_P(Codecs, PythonReaderOfCodec,
                         testing::Values(Codec::kContext, Codec::kNetwork, Codec::kTriples,
                                         Codec::kStripes),
                         [](const auto& codec) { return std::string(codec_name(codec.param)); });

TEST(PythonReader, FindsThePositionsOfTheNumbering) {
  const Variant variant = nine_mens_morris();
  const TemporaryDirectory directory;
  for (const Subspace& subspace :
       {Subspace{3, 3}, Subspace{3, 4}, Subspace{4, 3}, Subspace{3, 3, 1, 2}, Subspace{3, 3, 2, 1},
        Subspace{0, 2, 9, 7}}) {
    write_filler_files(directory.path(), variant, subspace, Filler::kRandom);
    const Numbering numbering = Numbering::make(variant, subspace);
    for (std::uint64_t slot = 1; slot < numbering.slots(); slot += numbering.slots() / 3) {
      const Position position = numbering.position(subspace, slot);
      // A class may own several slots, and the filler differs between them: look at the first only.
      if (numbering.major().has_symmetry(static_cast<std::uint32_t>(slot / numbering.block_size())))
        continue;
      const Outcome outcome = to_outcome(filler_outcome(Filler::kRandom, slot));
      EXPECT_EQ(run_python_reader(fmt::format("probe {} {} {} {},{}", directory.path().string(),
                                              point_list(*variant.board, position.own),
                                              point_list(*variant.board, position.opponent),
                                              subspace.own_hand, subspace.opponent_hand)),
                fmt::format("{} {}\n", value_name(outcome.value), outcome.distance));
    }
  }
}

TEST(PythonReader, FindsPositionsThatHaveMoreStateThanCounts) {
  const auto variant_with = [](std::string_view name, const std::vector<RuleField>& settings) {
    return find_variant(name, settings).value();
  };
  const std::pair<Variant, std::string_view> cases[] = {
      {variant_with("cheng-san-qi-app", {{"pieceCount", "4"}}), "2-2+2-1"},
      {variant_with("da-san-qi", {{"pieceCount", "4"}}), "3-2+1-1"},
      {variant_with(
           "nine-mens-morris",
           {{"pieceCount", "4"}, {"isDefenderMoveFirst", "1"}, {"mayMoveInPlacingPhase", "1"}}),
       "2-2+2-2b"},
      {variant_with("six-mens-morris", {{"millFormationActionInPlacingPhase", "5"}}), "5-4x2"},
      {variant_with("six-mens-morris", {{"millFormationActionInPlacingPhase", "5"}}), "4-5x-1"}};
  const TemporaryDirectory directory;
  for (const auto& [variant, text] : cases) {
    const Subspace subspace = parse_subspace(variant, text).value();
    write_filler_files(directory.path(), variant, subspace, Filler::kRandom);
    const Numbering numbering = Numbering::make(variant, subspace);
    int asked = 0;
    for (std::uint64_t slot = 1; asked < 3; slot += numbering.slots() / 13) {
      ASSERT_LT(slot, numbering.slots());
      if (numbering.major().has_symmetry(static_cast<std::uint32_t>(slot / numbering.block_size())))
        continue;
      ++asked;
      const Position position = numbering.position(subspace, slot);
      const std::string state(text.substr(std::min(text.find_first_of("xwb"), text.size())));
      const Outcome outcome = to_outcome(filler_outcome(Filler::kRandom, slot));
      EXPECT_EQ(run_python_reader(
                    fmt::format("probe {} {} {} {},{} {} {}", directory.path().string(),
                                point_list(*variant.board, position.own),
                                point_list(*variant.board, position.opponent), subspace.own_hand,
                                subspace.opponent_hand, state.empty() ? "-" : state,
                                point_list(*variant.board, position.memory.marked))),
                fmt::format("{} {}\n", value_name(outcome.value), outcome.distance))
          << text;
    }
  }
}

TEST(PythonReader, ReadsGrades) {
  const Variant variant = nine_mens_morris();
  const Subspace subspace{3, 4};
  struct Kind {
    int gains;  // 2: places in a byte; 60: in two
    Codec codec;
  };
  const Kind kinds[] = {
      {2, Codec::kZstd}, {60, Codec::kZstd}, {2, Codec::kContext}, {60, Codec::kContext}};
  for (const Kind& kind : kinds) {
    const TemporaryDirectory directory;
    write_filler_files(directory.path(), variant, subspace, Filler::kRandom);
    auto grades = SubspaceGrades::make(variant, subspace, {7, -5, {}}).value();
    std::vector<std::uint8_t> expected;
    ASSERT_TRUE(grades.fill([&](std::uint64_t slot) -> GradedValue {
      const Value value = value_of(filler_outcome(Filler::kRandom, slot));
      const int gain = static_cast<int>(slot / 3 % (2 * kind.gains + 1)) - kind.gains;
      if (value != Value::kDraw) return {value, {}};
      return {value, {gain, gain == 0 ? 0 : static_cast<int>(slot % 11) - 3}};
    }));
    const auto put = [&](int number) {
      append_little_endian(expected, static_cast<std::uint16_t>(number));
    };
    for (std::uint64_t slot = 0; slot < grades.slots(); ++slot) {
      const GradedValue graded = grades.at(slot);
      const bool drawn = graded.value == Value::kDraw;
      put(drawn ? graded.grade.gain : 0x7FFF);
      put(drawn ? graded.grade.steps : static_cast<int>(graded.value));
    }
    const std::string stem = (directory.path() / subspace.text()).string();
    const auto values = DatabaseFile::open(stem + ".value", variant).value();
    ASSERT_TRUE(write_grade_file(directory.path(), variant, grades.view(), values.header(),
                                 {.codec = kind.codec}));
    const auto written = DatabaseFile::open(stem + ".grade", variant);
    ASSERT_TRUE(succeeds(written));
    EXPECT_EQ(written->header().codec, kind.codec);
    EXPECT_EQ(
        run_python_reader(fmt::format("grades {0}.value {0}.grade", stem)),
        fmt::format("{:016x} score -5 grades {}\n", XXH3_64bits(expected.data(), expected.size()),
                    grades.data().grades.size()));
  }
}

TEST(PythonReader, ReadsDistancesThatAreWiderThanAByte) {
  const Variant variant = nine_mens_morris();
  const TemporaryDirectory directory;
  const LongDistances longs = write_long_files(directory.path(), variant, {3, 3});
  const std::string stem = (directory.path() / "3-3").string();
  for (std::size_t i = 0; i < longs.entries().size(); i += longs.entries().size() / 5) {
    const auto& [slot, distance] = longs.entries()[i];
    EXPECT_EQ(run_python_reader(fmt::format("slot {0}.value {0}.distance {1}", stem, slot)),
              fmt::format("{} {}\n", distance % 2 ? "win" : "loss", distance));
  }
}

TEST(PythonReader, RefusesADamagedFile) {
  const TemporaryDirectory directory;
  write_filler_files(directory.path(), nine_mens_morris(), {3, 3}, Filler::kSkewed);
  const auto path = directory.path() / "3-3.value";
  std::vector<std::uint8_t> bytes = read_bytes(path);
  bytes[bytes.size() / 2] ^= 1;
  write_bytes(path, bytes);
  EXPECT_EQ(run_python_reader("dump " + path.string()).rfind("failed: ", 0), 0u);
}

}  // namespace
}  // namespace mill
