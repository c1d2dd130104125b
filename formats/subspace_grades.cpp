#include "formats/subspace_grades.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

#include "base/checksum.h"
#include "base/parallel.h"
#include "formats/codecs/packed_values.h"
#include "formats/database_file.h"
#include "game/numbering.h"

namespace mill {
namespace {

/// Blocks that are encoded before they are written.
constexpr std::uint32_t kBlocksAtATime = 64;

bool comes_first(const Grade& left, const Grade& right) { return is_better(left, right); }

constexpr OutcomeByte byte_of(GradeCode code) {
  return code == kWonCode ? win_byte(1) : code == kLostCode ? kLostNowByte : kDrawByte;
}

EncodedBlock encode_block(const GradedCodes& graded, const GradeEncoder& encoder,
                          const FileHeader& header, std::uint32_t number) {
  std::vector<GradeCode> codes(header.slots_in_block(number));
  graded.read(std::uint64_t{number} * header.block_slots, codes);
  std::vector<OutcomeByte> outcomes;
  outcomes.reserve(codes.size());
  for (const GradeCode code : codes) outcomes.push_back(byte_of(code));
  EncodedBlock block;
  block.packed_values.resize(packed_size(codes.size()));
  pack_values(outcomes, block.packed_values);
  block.bytes = encoder.encode(number, codes);
  block.checksum = checksum(block.bytes);
  return block;
}

void codes_of_values(const std::uint8_t* packed, std::span<GradeCode> codes) {
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = code_of_value(value_at(packed, i));
}

}  // namespace

Result<void> read_codes(const DatabaseFile& values, const DatabaseFile* grades, StopFlag stop,
                        const TakeCodes& take) {
  return try_for_each_index(values.header().block_count, [&](std::uint32_t block) -> Result<void> {
    if (stop.is_set()) return fail(ErrorCode::kInterrupted, "stopped");
    thread_local std::vector<std::uint8_t> packed;
    thread_local std::vector<GradeCode> codes;
    codes.resize(values.header().slots_in_block(block));
    packed.resize(packed_size(codes.size()));
    MILLSTONE_TRY(values.decode_values(block, packed));
    if (grades)
      MILLSTONE_TRY(grades->decode_grades(block, packed.data(), codes));
    else
      codes_of_values(packed.data(), codes);
    take(std::uint64_t{block} * values.header().block_slots, codes);
    return {};
  });
}

Result<void> decode_codes(const DatabaseFile& values, const DatabaseFile& grades,
                          std::uint64_t first_slot, std::span<GradeCode> codes) {
  const SlotLayout layout = values.header().layout();
  const auto decode_part = [&](const SlotLayout::Part& part) -> Result<void> {
    thread_local std::vector<std::uint8_t> packed;
    thread_local std::vector<GradeCode> decoded;
    decoded.resize(layout.slots_in_block(part.block));
    packed.resize(packed_size(decoded.size()));
    MILLSTONE_TRY(values.decode_values(part.block, packed));
    MILLSTONE_TRY(grades.decode_grades(part.block, packed.data(), decoded));
    std::ranges::copy(std::span(decoded).subspan(part.begin, part.count),
                      codes.subspan(part.at).begin());
    return {};
  };
  return layout.for_each_part(first_slot, codes.size(), decode_part);
}

Result<GradeFiles> open_grade_files(const std::filesystem::path& directory, const Variant& variant,
                                    const Subspace& subspace) {
  const auto open = [&](Metric metric) {
    return DatabaseFile::open(directory / file_name(subspace, metric), variant);
  };
  auto values = MILLSTONE_TRY(open(Metric::kValue));
  auto grades = MILLSTONE_TRY(open(Metric::kGrade));
  GradeFiles files{std::move(values), std::move(grades)};
  MILLSTONE_TRY(check_pair(files.values, files.grades));
  return files;
}

Result<std::optional<DatabaseFile>> find_grades(const std::filesystem::path& directory,
                                                const Variant& variant,
                                                const DatabaseFile& values) {
  auto grades =
      DatabaseFile::open(directory / file_name(values.header().subspace, Metric::kGrade), variant);
  if (!grades && grades.error().code == ErrorCode::kMissingFile) return std::nullopt;
  if (!grades) return tl::unexpected(grades.error());
  MILLSTONE_TRY(check_pair(values, *grades));
  return *std::move(grades);
}

Result<std::vector<Grade>> grade_list(const Subspace& subspace, std::vector<Grade> grades) {
  std::ranges::sort(grades, comes_first);
  grades.erase(std::unique(grades.begin(), grades.end()), grades.end());
  if (grades.size() > kMostGrades)
    return fail(ErrorCode::kUnsupportedRule, "{} has {} different grades, a file has at most {}",
                subspace.text(), grades.size(), kMostGrades);
  return grades;
}

GradeCode code_of(const GradedValue& graded, const std::vector<Grade>& grades) {
  if (graded.value != Value::kDraw) return code_of_value(graded.value);
  const auto place = std::ranges::lower_bound(grades, graded.grade, comes_first);
  return static_cast<GradeCode>(place - grades.begin());
}

Result<SubspaceGrades> SubspaceGrades::make(const Variant& variant, const Subspace& subspace,
                                            GradeData data) {
  auto codes = MILLSTONE_TRY(LargeArray<GradeCode>::make(slot_count(*variant.board, subspace)));
  return SubspaceGrades(subspace, std::move(data), std::move(codes));
}

GradedCodes SubspaceGrades::view() const {
  return {subspace_, data_, [this](std::uint64_t first, std::span<GradeCode> out) {
            std::copy_n(codes_.data() + first, out.size(), out.data());
          }};
}

Result<void> SubspaceGrades::fill(const std::function<GradedValue(std::uint64_t)>& at) {
  constexpr std::uint64_t kSlotsPerTask = 4096;
  using GradeSet = std::set<Grade, decltype(&comes_first)>;
  GradeSet grades(comes_first);
  std::mutex mutex;
  for_each_range(slots(), kSlotsPerTask, [&](std::uint64_t begin, std::uint64_t end) {
    GradeSet some(comes_first);
    for (std::uint64_t slot = begin; slot < end; ++slot)
      if (const GradedValue graded = at(slot); graded.value == Value::kDraw)
        some.insert(graded.grade);
    const std::lock_guard lock(mutex);
    grades.merge(some);
  });
  data_.grades = MILLSTONE_TRY(grade_list(subspace_, {grades.begin(), grades.end()}));
  for_each_range(slots(), kSlotsPerTask, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t slot = begin; slot < end; ++slot)
      codes_[slot] = code_of(at(slot), data_.grades);
  });
  return {};
}

Result<void> SubspaceGrades::take_codes(const DatabaseFile& values, const DatabaseFile* grades,
                                        StopFlag stop) {
  return mill::read_codes(values, grades, stop,
                          [this](std::uint64_t first, std::span<const GradeCode> codes) {
                            std::ranges::copy(codes, codes_.data() + first);
                          });
}

Result<void> SubspaceGrades::read_values(const DatabaseFile& values, StopFlag stop) {
  return take_codes(values, nullptr, stop);
}

Result<SubspaceGrades> SubspaceGrades::load(const std::filesystem::path& directory,
                                            const Variant& variant, const Subspace& subspace,
                                            StopFlag stop) {
  const GradeFiles files = MILLSTONE_TRY(open_grade_files(directory, variant, subspace));
  auto grades = MILLSTONE_TRY(make(variant, subspace, files.grades.grade_data()));
  MILLSTONE_TRY(grades.take_codes(files.values, &files.grades, stop));
  return grades;
}

Codec effective_grade_codec(const Board& board, const Subspace& subspace,
                            const WriteOptions& options, std::size_t grades) {
  const Codec codec = effective_codec(board, subspace, Metric::kGrade, options);
  return grades <= find_codec(codec)->most_grades ? codec : Codec::kZstd;
}

Result<std::uint64_t> write_grade_file(const std::filesystem::path& directory,
                                       const Variant& variant, const GradedCodes& graded,
                                       const FileHeader& values, WriteOptions options) {
  MILLSTONE_TRY(check_options(options));
  options.block_slots = values.block_slots;
  const std::size_t grades = graded.data.grades.size();
  options.codec = effective_grade_codec(*variant.board, graded.subspace, options, grades);
  const FileHeader planned = header_of(variant, graded.subspace, Metric::kGrade, options);
  const ForEachIndex on_all_threads = [](std::uint32_t count, const auto& work) {
    for_each_index(count, work);
  };
  const auto encoder = find_codec(planned.codec)
                           ->prepare_grades({planned.layout(), variant, grades, options.level,
                                             graded.read, on_all_threads});
  GradeData data = graded.data;
  data.model.assign(encoder->model().begin(), encoder->model().end());
  auto writer = MILLSTONE_TRY(DatabaseWriter::create(
      directory, variant, graded.subspace, Metric::kGrade, options, encode_grade_data(data)));
  const FileHeader& header = writer.header();
  std::vector<EncodedBlock> encoded(kBlocksAtATime);
  for (std::uint32_t first = 0; first < header.block_count; first += kBlocksAtATime) {
    const std::uint32_t count = std::min(kBlocksAtATime, header.block_count - first);
    for_each_index(count, [&](std::uint32_t i) {
      encoded[i] = encode_block(graded, *encoder, header, first + i);
    });
    for (std::uint32_t i = 0; i < count; ++i) MILLSTONE_TRY(writer.append(encoded[i]));
  }
  return writer.finish(values.counts);
}

}  // namespace mill
