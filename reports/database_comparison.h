#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/task.h"
#include "game/grade.h"
#include "game/long_distances.h"
#include "game/subspace.h"
#include "game/value.h"

namespace mill {

/// The outcomes of one subspace, wherever they come from. Immutable; any thread.
class SubspaceOutcomes {
 public:
  virtual ~SubspaceOutcomes() = default;

  /// Whether more than values is told.
  virtual bool has_distances() const = 0;

  /// The outcomes of slots first .. first + outcomes.size() - 1.
  /// @param longs  those that are long are added
  virtual Result<void> read(std::uint64_t first, std::span<OutcomeByte> outcomes,
                            std::vector<LongDistance>& longs) const = 0;

  /// The score that its draws are graded beside; none where they are not graded.
  virtual std::optional<int> score() const = 0;

  /// The grades of slots first .. first + grades.size() - 1, where they are graded; those of wins
  /// and losses are (0, 0).
  virtual Result<void> read_grades(std::uint64_t first, std::span<Grade> grades) const = 0;
};

/// A database that can be compared: a directory of ours, or of Malom's sector files.
class ComparedDatabase {
 public:
  virtual ~ComparedDatabase() = default;

  /// The subspaces that it has, in the order of closure().
  virtual const std::vector<Subspace>& subspaces() const = 0;

  virtual Result<std::unique_ptr<const SubspaceOutcomes>> open(const Subspace& subspace) const = 0;
};

/// Opens a directory that has files of ours, or a table of scores of Malom's. kMissingFile where it
/// has neither, kUnsupportedRule where Malom's files do not know the rules.
Result<std::unique_ptr<const ComparedDatabase>> open_for_comparison(
    const std::filesystem::path& directory, const Variant& variant);

struct ComparisonOptions {
  std::vector<Subspace> subspaces;  ///< none: all that both have
  std::size_t top = 5;              ///< positions shown of each subspace, at most
  int threads = 1;                  ///< 1 .. number of processors
  TaskControl control;
};

/// A class of which two databases tell different outcomes.
struct DifferentOutcome {
  std::uint64_t slot = 0;
  Outcome left, right;
  Grade left_grade = {}, right_grade = {};  ///< of draws, where both tell them
};

/// One row of the final table.
struct ComparedSubspace {
  Subspace subspace;
  std::uint64_t classes = 0;
  bool with_distances = false;  ///< both tell them
  bool with_grades = false;     ///< both tell them, beside the same score
  /// Classes by value on the left and on the right. Of those of equal value only the ones are
  /// counted that differ in their distance or grade.
  std::array<std::array<std::uint64_t, 3>, 3> different{};
  std::vector<DifferentOutcome> first;  ///< those of the lowest slots

  std::uint64_t differences() const;
};

struct Comparison {
  std::vector<ComparedSubspace> rows;
  std::vector<Subspace> only_left, only_right;  ///< where all were asked for
  std::uint64_t differences() const;
};

/// Compares outcomes slot by slot, each class once. Errors as the readers of both, kMissingFile for
/// a subspace that was asked for and is not in both, kInterrupted.
Result<Comparison> compare_databases(const Variant& variant, const ComparedDatabase& left,
                                     const ComparedDatabase& right,
                                     const ComparisonOptions& options);

}  // namespace mill
