#include <array>
#include <vector>

#include "formats/codecs/context/context_grades.h"
#include "formats/codecs/grade_blocks.h"
#include "formats/codecs/packed_values.h"
#include "formats/codecs/zstd_codec.h"
#include "formats/database_writer.h"
#include "tests/fuzz/targets.h"

namespace {

using namespace mill;

/// A codec that predicts, as it has learned to from draws or from wins.
/// @param guide  where it needs one
std::shared_ptr<const BlockDecoder> learned_codec(const Variant& variant, const Subspace& subspace,
                                                  Codec codec, Metric metric,
                                                  const GuideValues* guide) {
  const FileHeader header = header_of(variant, subspace, metric, {});
  const CodecEntry& entry = *find_codec(codec);
  const ReadOutcomes learned = [metric](std::uint32_t, std::span<OutcomeByte> outcomes,
                                        std::vector<LongDistance>&) -> Result<void> {
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      outcomes[i] =
          metric == Metric::kValue ? kDrawByte : win_byte(1 + 2 * static_cast<int>(i % 50));
    return {};
  };
  const ForEachIndex one_by_one = [](std::uint32_t count, const auto& work) {
    for (std::uint32_t index = 0; index < count; ++index) work(index);
  };
  const auto encoder =
      entry.prepare({header.layout(), metric, variant, 0, learned, one_by_one, guide}).value();
  return entry.open({header.layout(), metric, encoder->codec_data(), variant.board, {"", ""}})
      .value();
}

std::shared_ptr<const BlockDecoder> learned_codec(Codec codec, Metric metric) {
  return learned_codec(find_variant("three-mens-morris").value(), {3, 3}, codec, metric, nullptr);
}

/// A codec that decodes with the values of a guide, which is nothing but draws.
struct GuidedCodec {
  Guide guide;
  std::shared_ptr<const BlockDecoder> decoder;

  explicit GuidedCodec(const Subspace& subspace) {
    const Variant variant = find_variant("three-mens-morris", {{"pieceCount", "4"}}).value();
    guide = find_codec(Codec::kMirror)->guide(*variant.board, subspace).value();
    const GuideValues draws{guide, 42, [](std::uint64_t, std::span<std::uint8_t> numbers) {
                              std::ranges::fill(numbers, static_cast<std::uint8_t>(Value::kDraw));
                              return Result<void>();
                            }};
    decoder = learned_codec(variant, subspace, Codec::kMirror, Metric::kValue, &draws);
  }
};

/// Whatever the bytes are as so many values three to a byte, in stripes or not, they are refused or
/// values.
void decode_triples(std::span<const std::uint8_t> block, std::uint32_t slots) {
  static const Variant variant = find_variant("three-mens-morris").value();
  static const FileHeader header = header_of(variant, {3, 3}, Metric::kValue, {});
  static const DecodingTask task{header.layout(), Metric::kValue, {}, variant.board, {"", ""}};
  static const std::array codecs = {find_codec(Codec::kTriples)->open(task).value(),
                                    find_codec(Codec::kStripes)->open(task).value()};
  std::vector<std::uint8_t> packed(packed_size(slots));
  for (const auto& codec : codecs)
    if (codec->decode_values(block, slots, packed) && !are_packed_values(packed, slots))
      __builtin_trap();
}

/// Whatever the bytes are as a block of such a codec, it is refused or gives values.
void decode_predicted(std::span<const std::uint8_t> block) {
  static const std::array codecs = {learned_codec(Codec::kContext, Metric::kValue),
                                    learned_codec(Codec::kNetwork, Metric::kValue)};
  const std::uint32_t slots = 20 * 4;
  std::vector<std::uint8_t> packed(packed_size(slots));
  for (const auto& codec : codecs)
    if (codec->decode_values(block, slots, packed) && !are_packed_values(packed, slots))
      __builtin_trap();
}

/// The same of two numbering blocks that are decoded with those of a guide.
void decode_with_guide(std::span<const std::uint8_t> block) {
  static const std::array codecs = {GuidedCodec({3, 4}), GuidedCodec({2, 4, 2, 0})};
  for (const auto& [guide, decoder] : codecs) {
    const std::uint32_t slots = 2 * guide.block_size;
    std::vector<std::uint8_t> packed(packed_size(slots));
    for (const std::uint32_t wanted : {slots / 2, slots}) {
      const std::vector<std::uint8_t> draws(guide_slots(guide, 0, wanted).count,
                                            static_cast<std::uint8_t>(Value::kDraw));
      const auto decoded = decoder->decode_first_values({block, slots, wanted, draws}, packed);
      if (decoded != 0 && decoded != wanted) __builtin_trap();
      for (std::uint32_t slot = 0; slot < decoded; ++slot)
        if (value_at(packed.data(), slot) > Value::kWin) __builtin_trap();
    }
  }
}

void check_longs(std::span<const OutcomeByte> outcomes, std::span<const LongDistance> longs) {
  for (const LongDistance& entry : longs)
    if (entry.slot >= outcomes.size() || !is_long(outcomes[entry.slot])) __builtin_trap();
}

/// The same for distances of wins.
void decode_predicted_distances(std::span<const std::uint8_t> block) {
  static const auto codec = learned_codec(Codec::kNetwork, Metric::kDistance);
  std::vector<OutcomeByte> outcomes(20 * 4, win_byte(1));
  std::vector<std::uint8_t> packed(packed_size(outcomes.size()));
  pack_values(outcomes, packed);
  std::vector<LongDistance> longs;
  if (!codec->decode_distances(block, packed.data(), outcomes, &longs)) return;
  check_longs(outcomes, longs);
  for (const OutcomeByte outcome : outcomes)
    if (value_of(outcome) != Value::kWin) __builtin_trap();
}

/// The same for grades; and whatever the bytes are as a model of grades.
void decode_grades_with_context(std::span<const std::uint8_t> block) {
  static const Variant variant = find_variant("three-mens-morris").value();
  static const std::size_t grades = 7;
  static const ContextGrades codec({3, 3}, variant.board, GradeModel(GradeModel::Counts(grades)));
  std::vector<GradeCode> codes(20 * 4);
  const std::vector<std::uint8_t> draws(packed_size(codes.size()), 0b01'01'01'01);
  if (codec.decode(block, draws.data(), codes))
    for (const GradeCode code : codes)
      if (code >= grades) __builtin_trap();
  (void)GradeModel::parse(block, grades);
}

}  // namespace

/// A block of values and one of grades, of any codec, and a block of distances, of as many slots
/// as the first two bytes say; and a list of grades.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::uint32_t slots = 1u + data[0] + 256u * (data[1] % 16u);
  const std::span<const std::uint8_t> frame(data + 2, size - 2);
  std::vector<std::uint8_t> packed(packed_size(slots));
  static const auto zstd = find_codec(Codec::kZstd)->open({}).value();
  (void)zstd->decode_values(frame, slots, packed);
  decode_triples(frame, slots);
  decode_predicted(frame);
  decode_with_guide(frame);
  decode_predicted_distances(frame);
  decode_grades_with_context(frame);
  // Distances of slots that all are wins.
  std::vector<OutcomeByte> outcomes(slots, win_byte(1));
  pack_values(outcomes, packed);
  std::vector<LongDistance> longs;
  if (zstd->decode_distances(frame, packed.data(), outcomes, &longs)) check_longs(outcomes, longs);
  // Grades of slots that all are draws.
  std::fill(outcomes.begin(), outcomes.end(), kDrawByte);
  pack_values(outcomes, packed);
  std::vector<GradeCode> codes(slots);
  for (const std::size_t grades : {std::size_t{3}, std::size_t{300}})
    if (decode_grade_block(frame, packed.data(), grades, codes))
      for (const GradeCode code : codes)
        if (code >= grades) __builtin_trap();
  if (const auto list = decode_grade_data({data, size}))
    if (encode_grade_data(*list) != std::vector<std::uint8_t>(data, data + size)) __builtin_trap();
  return 0;
}
