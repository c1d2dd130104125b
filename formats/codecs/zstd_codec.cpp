#include "formats/codecs/zstd_codec.h"

#include <algorithm>
#include <array>

#include "base/little_endian.h"
#include "formats/codecs/half_distances.h"
#include "formats/codecs/packed_values.h"
#include "formats/codecs/zstd_frame.h"

namespace mill {
namespace {

/// Stands for a half distance that does not fit in a byte.
constexpr std::uint8_t kWideMark = 255;

/// Half distances as they stand in a block: a byte each, then two bytes for each that is marked.
void put_halves(std::span<const OutcomeByte> outcomes, std::span<const LongDistance> longs,
                std::vector<std::uint8_t>& out) {
  out.resize(outcomes.size());
  std::uint8_t* end = out.data();
  FieldWriter wide;
  if (longs.empty()) {  // without a branch, since nobody foresees which slots are drawn
    for (const OutcomeByte byte : outcomes) {
      *end = half_distance(byte);
      end += byte != kDrawByte;
    }
  } else {
    for_each_half(outcomes, longs, [&](std::size_t, int half) {
      *end++ = static_cast<std::uint8_t>(std::min<int>(half, kWideMark));
      if (half >= kWideMark) wide.put(static_cast<std::uint16_t>(half));
    });
  }
  out.resize(static_cast<std::size_t>(end - out.data()));
  out.insert(out.end(), wide.bytes().begin(), wide.bytes().end());
}

int level_or_default(int level, Metric metric) {
  if (level != kDefaultLevel) return level;
  return metric == Metric::kValue      ? kValueLevel
         : metric == Metric::kDistance ? kDistanceLevel
                                       : kGradeLevel;
}

class ZstdEncoder final : public BlockEncoder {
 public:
  /// @param level  not the default one
  ZstdEncoder(Metric metric, int level) : metric_(metric), compressor_(level) {}

  Result<std::vector<std::uint8_t>> encode(std::uint32_t, const BlockContent& content) override {
    if (metric_ == Metric::kValue) return compressor_.compress(content.packed_values);
    put_halves(content.outcomes, content.longs, halves_);
    return compressor_.compress(halves_);
  }

 private:
  Metric metric_;
  FrameCompressor compressor_;
  std::vector<std::uint8_t> halves_;  // kept, so that they are got once
};

class ZstdFileEncoder final : public FileEncoder {
 public:
  ZstdFileEncoder(Metric metric, int level)
      : metric_(metric), level_(level_or_default(level, metric)) {}

  std::unique_ptr<BlockEncoder> block_encoder() const override {
    return std::make_unique<ZstdEncoder>(metric_, level_);
  }

 private:
  Metric metric_;
  int level_;
};

class ZstdDecoder final : public BlockDecoder {
 public:
  std::uint32_t decode_first_values(const StoredValues& block,
                                    std::span<std::uint8_t> packed) const override {
    const bool is_block =
        decompress_frame(block.bytes, packed) && are_packed_values(packed, block.slots);
    return is_block ? block.slots : 0;
  }

  bool decode_distances(std::span<const std::uint8_t> bytes, const std::uint8_t* packed_values,
                        std::span<OutcomeByte> outcomes,
                        std::vector<LongDistance>* longs) const override;
};

/// How the outcomes of four slots follow from their values and the half distances that come next,
/// one for each slot that is not drawn.
struct FourSlots {
  std::uint32_t decided = 0;               ///< all ones in the bytes of slots that are not drawn
  std::uint32_t turned = 0;                ///< what outcome bytes differ in from half distances
  std::array<std::uint8_t, 4> position{};  ///< in bits, of the half distance of a slot
  std::uint8_t count = 0;                  ///< of the half distances
};

constexpr std::array<FourSlots, 256> kFourSlots = [] {  // by packed values
  std::array<FourSlots, 256> table{};
  for (std::size_t packed = 0; packed < table.size(); ++packed) {
    const auto byte = static_cast<std::uint8_t>(packed);
    FourSlots& four = table[packed];
    for (std::size_t slot = 0; slot < 4; ++slot) {
      const Value value = value_at(&byte, slot);
      const std::uint32_t turned = value == Value::kDraw   ? kDrawByte
                                   : value == Value::kLoss ? loss_byte(0)
                                                           : win_byte(0);
      four.turned |= turned << (8 * slot);
      if (value == Value::kDraw) continue;
      four.decided |= std::uint32_t{255} << (8 * slot);
      four.position[slot] = static_cast<std::uint8_t>(8 * four.count++);
    }
  }
  return table;
}();

std::size_t count_decided(const std::uint8_t* packed, std::size_t slots) {
  std::size_t decided = 0;
  for (std::size_t i = 0; i < slots / 4; ++i) decided += kFourSlots[packed[i]].count;
  for (std::size_t slot = slots / 4 * 4; slot < slots; ++slot)
    decided += value_at(packed, slot) != Value::kDraw;
  return decided;
}

/// Puts outcomes together none of which is long, without a branch. Reads up to four half distances
/// behind the last.
void take_short(const std::uint8_t* packed, const std::uint8_t* half,
                std::span<OutcomeByte> outcomes) {
  const std::size_t whole = outcomes.size() / 4;
  for (std::size_t i = 0; i < whole; ++i) {
    const FourSlots& four = kFourSlots[packed[i]];
    const auto next = load_little_endian<std::uint32_t>(half);
    std::uint32_t bytes = 0;
    for (std::size_t slot = 0; slot < 4; ++slot)
      bytes |= (next >> four.position[slot] & 255) << (8 * slot);
    store_little_endian(outcomes.data() + 4 * i, (bytes & four.decided) ^ four.turned);
    half += four.count;
  }
  for (std::size_t slot = 4 * whole; slot < outcomes.size(); ++slot) {
    const Value value = value_at(packed, slot);
    outcomes[slot] =
        value == Value::kDraw ? kDrawByte : outcome_of_half(value, *half++, slot, nullptr);
  }
}

/// The same where some may be long. False if `halves` are not what a block can hold.
bool take_any(const std::uint8_t* packed, std::span<const std::uint8_t> halves, std::size_t decided,
              std::span<OutcomeByte> outcomes, std::vector<LongDistance>* longs) {
  const std::uint8_t* half = halves.data();
  const std::uint8_t* wide = half + decided;
  const std::uint8_t* const end = half + halves.size();
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const Value value = value_at(packed, i);
    if (value == Value::kDraw) {
      outcomes[i] = kDrawByte;
      continue;
    }
    int stored = *half++;
    if (stored == kWideMark) {
      if (end - wide < static_cast<std::ptrdiff_t>(sizeof(std::uint16_t))) return false;
      stored = load_little_endian<std::uint16_t>(wide);
      if (stored < kWideMark) return false;
      wide += sizeof(std::uint16_t);
    }
    outcomes[i] = outcome_of_half(value, stored, i, longs);
  }
  return wide == end;
}

bool ZstdDecoder::decode_distances(std::span<const std::uint8_t> bytes,
                                   const std::uint8_t* packed_values,
                                   std::span<OutcomeByte> outcomes,
                                   std::vector<LongDistance>* longs) const {
  const std::size_t decided = count_decided(packed_values, outcomes.size());
  const auto size = frame_content_size(bytes);
  if (!size || *size < decided || *size > 3 * decided) return false;
  thread_local std::vector<std::uint8_t> room;
  room.resize(*size + sizeof(std::uint32_t));  // take_short() reads beyond
  const std::span<std::uint8_t> halves(room.data(), *size);
  if (!decompress_frame(bytes, halves)) return false;
  std::uint8_t longest = 0;
  for (const std::uint8_t half : halves) longest = std::max(longest, half);
  if (longest > kLongestExactWin / 2)
    return take_any(packed_values, halves, decided, outcomes, longs);
  if (*size != decided) return false;
  take_short(packed_values, halves.data(), outcomes);
  return true;
}

class ZstdGradeEncoder final : public GradeEncoder {
 public:
  ZstdGradeEncoder(std::size_t grades, int level)
      : grades_(grades), level_(level_or_default(level, Metric::kGrade)) {}

  std::vector<std::uint8_t> encode(std::uint32_t, std::span<const GradeCode> codes) const override {
    return encode_grade_block(codes, grades_, level_);
  }

 private:
  std::size_t grades_;  // in the list
  int level_;
};

class ZstdGradeDecoder final : public GradeDecoder {
 public:
  explicit ZstdGradeDecoder(std::size_t grades) : grades_(grades) {}

  bool decode(std::span<const std::uint8_t> bytes, const std::uint8_t* packed_values,
              std::span<GradeCode> codes) const override {
    return decode_grade_block(bytes, packed_values, grades_, codes);
  }

 private:
  std::size_t grades_;  // in the list
};

Result<std::shared_ptr<const GradeDecoder>> open_grades(const DecodingTask& task,
                                                        const GradeData& data) {
  if (!data.model.empty())
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: {} bytes follow on the list of grades",
                task.file, data.model.size());
  return std::make_shared<const ZstdGradeDecoder>(data.grades.size());
}

}  // namespace

CodecEntry zstd_codec() {
  CodecEntry entry{};
  entry.codec = Codec::kZstd;
  entry.name = "zstd";
  entry.has_distances = true;
  entry.fallback = Codec::kZstd;
  entry.fits = [](const Board&, const Subspace&, std::uint32_t) { return true; };
  entry.open = [](const DecodingTask&) -> Result<std::shared_ptr<const BlockDecoder>> {
    return std::make_shared<const ZstdDecoder>();
  };
  entry.prepare = [](const EncodingTask& task) -> Result<std::shared_ptr<const FileEncoder>> {
    return std::make_shared<const ZstdFileEncoder>(task.metric, task.level);
  };
  entry.most_grades = kMostGrades;
  entry.open_grades = open_grades;
  entry.prepare_grades = [](const GradeEncodingTask& task) -> std::shared_ptr<const GradeEncoder> {
    return std::make_shared<const ZstdGradeEncoder>(task.grades, task.level);
  };
  return entry;
}

}  // namespace mill
