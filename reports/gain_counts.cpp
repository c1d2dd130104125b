#include "reports/gain_counts.h"

#include <mutex>
#include <vector>

#include "formats/subspace_grades.h"

namespace mill {

Result<GainHistogram> count_gains(const DatabaseFile& values, const DatabaseFile& grades,
                                  const Numbering& numbering, StopFlag stop,
                                  const std::function<void(std::uint32_t)>& counted) {
  const std::vector<Grade>& list = grades.grade_data().grades;
  std::vector<std::uint64_t> classes(list.size());
  std::mutex mutex;
  const auto count = [&](std::uint64_t first, std::span<const GradeCode> codes) {
    std::vector<std::uint64_t> of_block(list.size());
    for (std::size_t i = 0; i < codes.size(); ++i)
      if (codes[i] < kLostCode) of_block[codes[i]] += numbering.is_canonical(first + i);
    const std::lock_guard lock(mutex);
    for (std::size_t code = 0; code < list.size(); ++code) classes[code] += of_block[code];
    if (counted) counted(static_cast<std::uint32_t>(codes.size()));
  };
  const auto read = read_codes(values, &grades, stop, count);
  if (!read && read.error().code == ErrorCode::kInterrupted)
    return fail(ErrorCode::kInterrupted, "stopped before all was counted");
  MILLSTONE_TRY(read);
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
