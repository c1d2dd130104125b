#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/large_array.h"
#include "base/task.h"
#include "formats/codecs/grade_blocks.h"
#include "formats/database_file.h"
#include "formats/database_writer.h"

namespace mill {

/// The files of a subspace whose draws are graded, open for reading.
struct GradeFiles {
  DatabaseFile values, grades;
};

/// Opens both and checks that they go together. Errors as DatabaseFile.
Result<GradeFiles> open_grade_files(const std::filesystem::path& directory, const Variant& variant,
                                    const Subspace& subspace);

/// The grade file that goes with a value file; none if it is not there. Errors as DatabaseFile.
Result<std::optional<DatabaseFile>> find_grades(const std::filesystem::path& directory,
                                                const Variant& variant, const DatabaseFile& values);

/// Is given the codes of a block, and the slot of the first; called from any thread.
using TakeCodes = std::function<void(std::uint64_t first_slot, std::span<const GradeCode> codes)>;

/// Calls `take` with the codes of each block of a subspace, decoded from its files, on all threads
/// of the arena. Errors as DatabaseFile; kInterrupted.
/// @param grades  null: of the values alone, draws have the code 0
Result<void> read_codes(const DatabaseFile& values, const DatabaseFile* grades, StopFlag stop,
                        const TakeCodes& take);

/// Decodes the codes of slots from one on, whatever blocks they lie in. Errors as DatabaseFile.
Result<void> decode_codes(const DatabaseFile& values, const DatabaseFile& grades,
                          std::uint64_t first_slot, std::span<GradeCode> codes);

/// The list of the grades of a subspace, the best first. kUnsupportedRule where there are more
/// different ones than a file can number.
/// @param grades  in any order, may repeat
Result<std::vector<Grade>> grade_list(const Subspace& subspace, std::vector<Grade> grades);

/// The code of a graded value.
/// @param grades  a list that has its grade, if it is a draw
GradeCode code_of(const GradedValue& graded, const std::vector<Grade>& grades);

/// The graded values of a subspace, wherever they are.
struct GradedCodes {
  Subspace subspace;
  GradeData data;  ///< what stands in the header of its file
  /// Writes the codes of slots from `first_slot` on; any thread.
  ReadGradeCodes read;
};

/// The graded values of a subspace in memory, two bytes per slot. Once filled it is only read, by
/// any thread.
class SubspaceGrades {
 public:
  /// With the code 0 in all slots, to be filled.
  /// @param data  what stands in the header of its file
  static Result<SubspaceGrades> make(const Variant& variant, const Subspace& subspace,
                                     GradeData data);

  /// Sets all codes from the values alone: those of draws to 0. Errors as load().
  Result<void> read_values(const DatabaseFile& values, StopFlag stop);

  /// Sets all slots and makes the list of grades. kUnsupportedRule where there are more different
  /// ones than a file can number.
  /// @param at  what a slot is to hold; called from all threads of the arena, twice for each slot
  Result<void> fill(const std::function<GradedValue(std::uint64_t slot)>& at);

  /// Reads the value file and the grade file of a subspace on all threads of the arena. Errors as
  /// DatabaseFile; kNotEnoughMemory, kInterrupted.
  static Result<SubspaceGrades> load(const std::filesystem::path& directory, const Variant& variant,
                                     const Subspace& subspace, StopFlag stop);

  const Subspace& subspace() const { return subspace_; }
  const GradeData& data() const { return data_; }
  GradeCode* codes() { return codes_.data(); }
  const GradeCode* codes() const { return codes_.data(); }
  std::uint64_t slots() const { return codes_.size(); }

  /// A view of it.
  GradedCodes view() const;

  GradedValue at(std::uint64_t slot) const { return graded_value_of(codes_[slot], data_.grades); }

 private:
  Result<void> take_codes(const DatabaseFile& values, const DatabaseFile* grades, StopFlag stop);

  SubspaceGrades(const Subspace& subspace, GradeData data, LargeArray<GradeCode> codes)
      : subspace_(subspace), data_(std::move(data)), codes_(std::move(codes)) {}

  Subspace subspace_;
  GradeData data_;
  LargeArray<GradeCode> codes_;
};

/// The codec that a grade file gets: the one of `options`, or zstd where that does not fit.
/// @param grades  in the list of the file
Codec effective_grade_codec(const Board& board, const Subspace& subspace,
                            const WriteOptions& options, std::size_t grades);

/// Writes a grade file beside the value file of its subspace, as DatabaseWriter does, with blocks
/// encoded on all threads of the arena. The bytes do not depend on the number of threads.
/// @param values   the header of the value file, whose blocks the file gets
/// @param options  level and codec, see effective_grade_codec()
/// @return the size of the file in bytes
Result<std::uint64_t> write_grade_file(const std::filesystem::path& directory,
                                       const Variant& variant, const GradedCodes& graded,
                                       const FileHeader& values, WriteOptions options);

}  // namespace mill
