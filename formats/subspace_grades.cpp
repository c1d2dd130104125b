#include "formats/subspace_grades.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

#include "base/checksum.h"
#include "base/fallible_loop.h"
#include "formats/codecs/packed_values.h"
#include "formats/database_file.h"
#include "game/numbering.h"

namespace mill {
namespace {

/// Blocks that are encoded before they are written.
constexpr std::uint32_t kBlocksAtATime = 64;

/// Slots that a thread sets at a time.
constexpr std::uint64_t kSlotsPerTask = 4096;

constexpr OutcomeByte byte_of(GradeCode code) {
  return code == kWonCode ? win_byte(1) : code == kLostCode ? kLostNowByte : kDrawByte;
}

EncodedBlock encode_block(const SubspaceGrades& grades, const FileHeader& header,
                          std::uint32_t number, int level) {
  const std::uint64_t first = std::uint64_t{number} * header.block_slots;
  const std::span<const GradeCode> codes(grades.codes() + first, header.slots_in_block(number));
  std::vector<OutcomeByte> outcomes;
  outcomes.reserve(codes.size());
  for (const GradeCode code : codes) outcomes.push_back(byte_of(code));
  EncodedBlock block;
  block.packed_values.resize(packed_size(codes.size()));
  pack_values(outcomes, block.packed_values);
  block.bytes = encode_grade_block(codes, grades.data().grades.size(), level);
  block.checksum = checksum(block.bytes);
  return block;
}

/// Calls decode(block, packed values) for all blocks, on all threads.
template <typename Decode>
Result<void> for_each_value_block(const DatabaseFile& values, StopFlag stop, const Decode& decode) {
  return try_for_each_index(values.header().block_count, [&](std::uint32_t block) -> Result<void> {
    if (stop.is_set()) return fail(ErrorCode::kInterrupted, "stopped");
    std::vector<std::uint8_t> packed(packed_size(values.header().slots_in_block(block)));
    MILLSTONE_TRY(values.decode_values(block, packed));
    return decode(block, packed.data());
  });
}

}  // namespace

Result<SubspaceGrades> SubspaceGrades::make(const Variant& variant, const Subspace& subspace,
                                            GradeData data) {
  auto codes = MILLSTONE_TRY(LargeArray<GradeCode>::make(slot_count(*variant.board, subspace)));
  return SubspaceGrades(subspace, std::move(data), std::move(codes));
}

Result<void> SubspaceGrades::set_grades(const GradeSet& grades) {
  if (grades.size() > kMostGrades)
    return fail(ErrorCode::kUnsupportedRule, "{} has {} different grades, a file has at most {}",
                subspace_.text(), grades.size(), kMostGrades);
  data_.grades.assign(grades.begin(), grades.end());
  return {};
}

/// Of one of the grades that are set.
GradeCode SubspaceGrades::code_of(const GradedValue& graded) const {
  if (graded.value != Value::kDraw) return graded.value == Value::kWin ? kWonCode : kLostCode;
  const auto place = std::ranges::lower_bound(data_.grades, graded.grade, ComesFirst());
  return static_cast<GradeCode>(place - data_.grades.begin());
}

Result<void> SubspaceGrades::fill(const std::function<GradedValue(std::uint64_t)>& at) {
  GradeSet grades;
  std::mutex mutex;
  for_each_range(slots(), kSlotsPerTask, [&](std::uint64_t begin, std::uint64_t end) {
    GradeSet some;
    for (std::uint64_t slot = begin; slot < end; ++slot)
      if (const GradedValue graded = at(slot); graded.value == Value::kDraw)
        some.insert(graded.grade);
    const std::lock_guard lock(mutex);
    grades.merge(some);
  });
  MILLSTONE_TRY(set_grades(grades));
  for_each_range(slots(), kSlotsPerTask, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t slot = begin; slot < end; ++slot) codes_[slot] = code_of(at(slot));
  });
  return {};
}

Result<void> SubspaceGrades::fill(
    std::span<const GradedValue> meanings,
    const std::function<void(std::uint64_t, std::span<std::uint16_t>)>& read) {
  std::vector<std::atomic<bool>> used(meanings.size());
  for_each_range(slots(), kSlotsPerTask, [&](std::uint64_t begin, std::uint64_t end) {
    std::array<std::uint16_t, kSlotsPerTask> room;
    for (std::uint64_t first = begin; first < end; first += room.size()) {
      const std::span numbers = std::span(room).first(std::min(end - first, kSlotsPerTask));
      read(first, numbers);
      for (const std::uint16_t number : numbers)
        if (!used[number].load(std::memory_order_relaxed))
          used[number].store(true, std::memory_order_relaxed);
    }
  });
  GradeSet grades;
  for (std::size_t number = 0; number < meanings.size(); ++number)
    if (used[number] && meanings[number].value == Value::kDraw)
      grades.insert(meanings[number].grade);
  MILLSTONE_TRY(set_grades(grades));
  std::vector<GradeCode> codes;
  for (const GradedValue& meaning : meanings) codes.push_back(code_of(meaning));
  for_each_range(slots(), kSlotsPerTask, [&](std::uint64_t begin, std::uint64_t end) {
    const std::span<GradeCode> part(codes_.data() + begin, end - begin);
    read(begin, part);
    for (GradeCode& code : part) code = codes[code];
  });
  return {};
}

Result<void> SubspaceGrades::read_values(const DatabaseFile& values, StopFlag stop) {
  const auto take = [&](std::uint32_t block, const std::uint8_t* packed) -> Result<void> {
    const std::span<GradeCode> codes = codes_of(values.header(), block);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const Value value = value_at(packed, i);
      codes[i] = value == Value::kWin ? kWonCode : value == Value::kLoss ? kLostCode : 0;
    }
    return {};
  };
  return for_each_value_block(values, stop, take);
}

Result<SubspaceGrades> SubspaceGrades::load(const std::filesystem::path& directory,
                                            const Variant& variant, const Subspace& subspace,
                                            StopFlag stop) {
  const auto open = [&](Metric metric) {
    return DatabaseFile::open(directory / file_name(subspace, metric), variant);
  };
  const DatabaseFile values = MILLSTONE_TRY(open(Metric::kValue));
  const DatabaseFile file = MILLSTONE_TRY(open(Metric::kGrade));
  MILLSTONE_TRY(check_pair(values, file));
  auto grades = MILLSTONE_TRY(make(variant, subspace, file.grade_data()));
  const auto decode = [&](std::uint32_t block, const std::uint8_t* packed) {
    return file.decode_grades(block, packed, grades.codes_of(values.header(), block));
  };
  MILLSTONE_TRY(for_each_value_block(values, stop, decode));
  return grades;
}

Result<std::uint64_t> write_grade_file(const std::filesystem::path& directory,
                                       const Variant& variant, const SubspaceGrades& grades,
                                       const FileHeader& values, int level) {
  WriteOptions options;
  options.level = level;
  options.block_slots = values.block_slots;
  auto writer =
      MILLSTONE_TRY(DatabaseWriter::create(directory, variant, grades.subspace(), Metric::kGrade,
                                           options, encode_grade_data(grades.data())));
  const FileHeader& header = writer.header();
  const int chosen = level == kDefaultLevel ? kGradeLevel : level;
  std::vector<EncodedBlock> encoded(kBlocksAtATime);
  for (std::uint32_t first = 0; first < header.block_count; first += kBlocksAtATime) {
    const std::uint32_t count = std::min(kBlocksAtATime, header.block_count - first);
    for_each_index(count, [&](std::uint32_t i) {
      encoded[i] = encode_block(grades, header, first + i, chosen);
    });
    for (std::uint32_t i = 0; i < count; ++i) MILLSTONE_TRY(writer.append(encoded[i]));
  }
  return writer.finish(values.counts);
}

}  // namespace mill
