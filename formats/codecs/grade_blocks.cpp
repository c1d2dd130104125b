#include "formats/codecs/grade_blocks.h"

#include <algorithm>

#include "base/error.h"
#include "base/little_endian.h"
#include "formats/codecs/packed_values.h"
#include "formats/codecs/zstd_frame.h"

namespace mill {
namespace {

/// A list of more grades than a byte can number has a second byte for each draw.
constexpr std::size_t kOneByte = 256;

std::int16_t as_signed(std::uint16_t bits) { return static_cast<std::int16_t>(bits); }

bool is_list(const std::vector<Grade>& grades) {
  for (std::size_t i = 0; i < grades.size(); ++i) {
    if (grades[i].gain == 0 && grades[i].steps != 0) return false;
    if (i > 0 && !is_better(grades[i - 1], grades[i])) return false;
  }
  return grades.size() <= kMostGrades;
}

std::size_t count_draws(const std::uint8_t* packed_values, std::size_t values) {
  std::size_t draws = 0;
  for (std::size_t i = 0; i < values; ++i) draws += value_at(packed_values, i) == Value::kDraw;
  return draws;
}

/// Puts the codes of draws where the values have draws; without a branch, which nobody could
/// foretell. One beyond the last code is read.
/// @param high  the higher bytes of codes; null: all are 0
/// @return the largest of the codes
std::size_t place_codes(const std::uint8_t* low, const std::uint8_t* high,
                        const std::uint8_t* packed_values, std::span<GradeCode> codes) {
  std::size_t next = 0, largest = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const Value value = value_at(packed_values, i);
    const bool is_draw = value == Value::kDraw;
    const std::size_t code = low[next] + (high ? kOneByte * high[next] : 0);
    largest = std::max(largest, is_draw ? code : 0);
    codes[i] = is_draw ? static_cast<GradeCode>(code) : code_of_value(value);
    next += is_draw;
  }
  return largest;
}

}  // namespace

std::vector<std::uint8_t> encode_grade_data(const GradeData& data) {
  MILLSTONE_CHECK(is_list(data.grades));
  FieldWriter out;
  out.put(data.scores_checksum);
  out.put(static_cast<std::uint32_t>(data.score));
  out.put(static_cast<std::uint32_t>(data.grades.size()));
  for (const Grade& grade : data.grades) {
    out.put(static_cast<std::uint16_t>(grade.gain));
    out.put(static_cast<std::uint16_t>(grade.steps));
  }
  out.put_bytes(data.model);
  return std::move(out.bytes());
}

std::optional<GradeData> decode_grade_data(std::span<const std::uint8_t> bytes) {
  FieldReader in(bytes);
  GradeData data;
  data.scores_checksum = in.take<std::uint64_t>();
  data.score = static_cast<int>(in.take<std::uint32_t>());
  const auto count = in.take<std::uint32_t>();
  if (!in.ok() || count > kMostGrades) return std::nullopt;
  data.grades.resize(count);
  for (Grade& grade : data.grades) {
    grade.gain = as_signed(in.take<std::uint16_t>());
    grade.steps = as_signed(in.take<std::uint16_t>());
  }
  if (!in.ok() || !is_list(data.grades)) return std::nullopt;
  const auto model = bytes.subspan(in.position());
  data.model.assign(model.begin(), model.end());
  return data;
}

std::vector<std::uint8_t> encode_grade_block(std::span<const GradeCode> codes, std::size_t grades,
                                             int level) {
  std::vector<std::uint8_t> low, high;
  for (const GradeCode code : codes) {
    if (code >= kLostCode) continue;
    low.push_back(static_cast<std::uint8_t>(code % kOneByte));
    if (grades > kOneByte) high.push_back(static_cast<std::uint8_t>(code / kOneByte));
  }
  low.insert(low.end(), high.begin(), high.end());
  return compress_frame(low, level);
}

bool decode_grade_block(std::span<const std::uint8_t> bytes, const std::uint8_t* packed_values,
                        std::size_t grades, std::span<GradeCode> codes) {
  thread_local std::vector<std::uint8_t> stored;
  const std::size_t draws = count_draws(packed_values, codes.size());
  const bool wide = grades > kOneByte;
  const std::size_t size = wide ? 2 * draws : draws;
  stored.resize(size + 2);  // one more of each is read
  if (!decompress_frame(bytes, std::span(stored).first(size))) return false;
  const std::uint8_t* const low = stored.data();
  const std::uint8_t* const high = wide ? low + draws : nullptr;
  const std::size_t largest = place_codes(low, high, packed_values, codes);
  return draws == 0 || largest < grades;
}

}  // namespace mill
