#include "reports/gain_counts.h"

#include <mutex>
#include <vector>

#include "base/fallible_loop.h"
#include "formats/codecs/packed_values.h"

namespace mill {

Result<std::optional<DatabaseFile>> open_grades_of(const std::filesystem::path& directory,
                                                   const Variant& variant,
                                                   const DatabaseFile& values) {
  auto grades =
      DatabaseFile::open(directory / file_name(values.header().subspace, Metric::kGrade), variant);
  if (!grades && grades.error().code == ErrorCode::kMissingFile) return std::nullopt;
  if (!grades) return tl::unexpected(grades.error());
  MILLSTONE_TRY(check_pair(values, *grades));
  return *std::move(grades);
}

Result<GainHistogram> count_gains(const DatabaseFile& values, const DatabaseFile& grades,
                                  const Numbering& numbering, StopFlag stop,
                                  const std::function<void(std::uint32_t)>& counted) {
  const std::vector<Grade>& list = grades.grade_data().grades;
  std::vector<std::uint64_t> classes(list.size());
  std::mutex mutex;
  const auto count_block = [&](std::uint32_t block) -> Result<void> {
    if (stop.is_set()) return fail(ErrorCode::kInterrupted, "stopped before all was counted");
    const std::uint32_t slots = values.header().slots_in_block(block);
    std::vector<std::uint8_t> packed(packed_size(slots));
    MILLSTONE_TRY(values.decode_values(block, packed));
    std::vector<GradeCode> codes(slots);
    MILLSTONE_TRY(grades.decode_grades(block, packed.data(), codes));
    std::vector<std::uint64_t> of_block(list.size());
    const std::uint64_t first = std::uint64_t{block} * values.header().block_slots;
    for (std::uint32_t i = 0; i < slots; ++i)
      if (codes[i] < kLostCode) of_block[codes[i]] += numbering.is_canonical(first + i);
    const std::lock_guard lock(mutex);
    for (std::size_t code = 0; code < list.size(); ++code) classes[code] += of_block[code];
    if (counted) counted(slots);
    return {};
  };
  MILLSTONE_TRY(try_for_each_index(values.header().block_count, count_block));
  GainHistogram gains;
  std::uint64_t draws = 0;
  for (std::size_t code = 0; code < list.size(); ++code) {
    draws += classes[code];
    if (classes[code] != 0) gains[list[code].gain] += classes[code];
  }
  if (draws != values.header().counts.draws)
    return fail(ErrorCode::kVerificationFailed,
                "{}: its header counts {} draws, its blocks hold {}: verify the database",
                values.place(), values.header().counts.draws, draws);
  return gains;
}

}  // namespace mill
