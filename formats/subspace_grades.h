#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <span>
#include <vector>

#include "base/large_array.h"
#include "base/task.h"
#include "formats/codecs/grade_blocks.h"
#include "formats/database_file.h"
#include "formats/database_writer.h"

namespace mill {

/// The graded values of a subspace in memory, two bytes per slot. Once filled it is only read, by
/// any thread.
class SubspaceGrades {
 public:
  /// With all slots lost, to be filled.
  /// @param data  what stands in the header of its file
  static Result<SubspaceGrades> make(const Variant& variant, const Subspace& subspace,
                                     GradeData data);

  /// Sets all codes from the values alone: those of draws to 0. Errors as load().
  Result<void> read_values(const DatabaseFile& values, StopFlag stop);

  /// Sets all slots and makes the list of grades. kUnsupportedRule where there are more different
  /// ones than a file can number.
  /// @param at  what a slot is to hold; called from all threads of the arena, twice for each slot
  Result<void> fill(const std::function<GradedValue(std::uint64_t slot)>& at);

  /// The same from numbers that stand for graded values, by their place in `meanings`.
  /// @param read  writes the numbers of the slots from `first` on; called as `at` is
  Result<void> fill(
      std::span<const GradedValue> meanings,
      const std::function<void(std::uint64_t first, std::span<std::uint16_t> numbers)>& read);

  /// Reads the value file and the grade file of a subspace on all threads of the arena. Errors as
  /// DatabaseFile; kNotEnoughMemory, kInterrupted.
  static Result<SubspaceGrades> load(const std::filesystem::path& directory, const Variant& variant,
                                     const Subspace& subspace, StopFlag stop);

  const Subspace& subspace() const { return subspace_; }
  const GradeData& data() const { return data_; }
  GradeCode* codes() { return codes_.data(); }
  const GradeCode* codes() const { return codes_.data(); }
  std::uint64_t slots() const { return codes_.size(); }

  GradedValue at(std::uint64_t slot) const { return graded_value_of(codes_[slot], data_.grades); }

 private:
  std::span<GradeCode> codes_of(const FileHeader& header, std::uint32_t block) {
    return {codes_.data() + std::uint64_t{block} * header.block_slots,
            header.slots_in_block(block)};
  }

  /// Grades with the best first.
  struct ComesFirst {
    bool operator()(const Grade& left, const Grade& right) const { return is_better(left, right); }
  };
  using GradeSet = std::set<Grade, ComesFirst>;

  Result<void> set_grades(const GradeSet& grades);
  GradeCode code_of(const GradedValue& graded) const;

  SubspaceGrades(const Subspace& subspace, GradeData data, LargeArray<GradeCode> codes)
      : subspace_(subspace), data_(std::move(data)), codes_(std::move(codes)) {}

  Subspace subspace_;
  GradeData data_;
  LargeArray<GradeCode> codes_;
};

/// Writes a grade file beside the value file of its subspace, as DatabaseWriter does, with blocks
/// encoded on all threads of the arena. The bytes do not depend on the number of threads.
/// @param values  the header of the value file
/// @return the size of the file in bytes
Result<std::uint64_t> write_grade_file(const std::filesystem::path& directory,
                                       const Variant& variant, const SubspaceGrades& grades,
                                       const FileHeader& values, int level);

}  // namespace mill
