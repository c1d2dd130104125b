#include "formats/codecs/zstd_codec.h"

#include <zstd.h>

#include <algorithm>

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
  ZstdEncoder(Metric metric, int level) : metric_(metric), compressor_(ZSTD_createCCtx()) {
    MILLSTONE_CHECK(compressor_ != nullptr);
    ZSTD_CCtx_setParameter(compressor_.get(), ZSTD_c_compressionLevel,
                           level_or_default(level, metric));
  }

  std::vector<std::uint8_t> encode(std::uint32_t, const BlockContent& content) override {
    if (metric_ == Metric::kValue) return compress(content.packed_values);
    put_halves(content.outcomes, content.longs, halves_);
    return compress(halves_);
  }

 private:
  std::vector<std::uint8_t> compress(std::span<const std::uint8_t> bytes) {
    frame_.resize(std::max(frame_.size(), ZSTD_compressBound(bytes.size())));
    const std::size_t size =
        ZSTD_compress2(compressor_.get(), frame_.data(), frame_.size(), bytes.data(), bytes.size());
    MILLSTONE_CHECK(!ZSTD_isError(size));
    return {frame_.begin(), frame_.begin() + static_cast<std::ptrdiff_t>(size)};
  }

  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };

  Metric metric_;
  std::unique_ptr<ZSTD_CCtx, Free> compressor_;
  std::vector<std::uint8_t> halves_, frame_;  // kept, so that they are got once
};

class ZstdFileEncoder final : public FileEncoder {
 public:
  ZstdFileEncoder(Metric metric, int level) : metric_(metric), level_(level) {}

  std::unique_ptr<BlockEncoder> block_encoder() const override {
    return std::make_unique<ZstdEncoder>(metric_, level_);
  }

 private:
  Metric metric_;
  int level_;
};

class ZstdDecoder final : public BlockDecoder {
 public:
  bool decode_values(std::span<const std::uint8_t> bytes, std::uint32_t slots,
                     std::span<std::uint8_t> packed) const override {
    return decompress_frame(bytes, packed) && are_packed_values(packed, slots);
  }

  bool decode_distances(std::span<const std::uint8_t> bytes, const std::uint8_t* packed_values,
                        std::span<OutcomeByte> outcomes,
                        std::vector<LongDistance>* longs) const override;
};

bool ZstdDecoder::decode_distances(std::span<const std::uint8_t> bytes,
                                   const std::uint8_t* packed_values,
                                   std::span<OutcomeByte> outcomes,
                                   std::vector<LongDistance>* longs) const {
  thread_local std::vector<std::uint8_t> halves;
  std::size_t decided = 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    decided += value_at(packed_values, i) != Value::kDraw;
  const auto size = frame_content_size(bytes);
  if (!size || *size < decided || *size > 3 * decided) return false;
  halves.resize(*size);
  if (!decompress_frame(bytes, halves)) return false;
  const std::uint8_t* half = halves.data();
  const std::uint8_t* wide = half + decided;
  const std::uint8_t* const end = half + halves.size();
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const Value value = value_at(packed_values, i);
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
