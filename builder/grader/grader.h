#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/task.h"
#include "formats/codecs/zstd_codec.h"
#include "formats/score_table.h"
#include "game/class_counts.h"
#include "game/variant.h"

namespace mill {

struct GradeOptions {
  std::filesystem::path directory;  ///< a database with the values of all that is asked for
  /// What to grade, with all that it leads to; none: every subspace that has a value file.
  std::vector<Subspace> subspaces;
  /// None: those beside the files if they name every subspace, or else new ones, made of the counts
  /// of all value files. Where scores change, grades are made anew.
  std::optional<ScoreTable> scores;
  int level = kDefaultLevel;               ///< of zstd
  Codec codec = Codec::kZstd;              ///< of the files that it fits
  std::uint64_t memory = 0;                ///< budget in bytes; 0: no limit
  int threads = 1;                         ///< 1 .. number of processors
  std::filesystem::path temp_directory{};  ///< for checkpoints; empty: the directory itself
  double checkpoint_seconds = 240;         ///< of work between checkpoints within a pair
  TaskControl control;
};

/// What was found of a subspace.
struct GradedSubspace {
  Subspace subspace;
  ClassCounts counts;
  int score = 0;
  std::size_t grades = 0;   ///< different ones
  std::uint64_t bytes = 0;  ///< of the grade file
  bool kept = false;        ///< was there already, with the same scores
};

/// Grades the draws of a database: GRADES.md beside this file. Writes a grade file for each
/// subspace and the table of scores; what an earlier call has finished with the same scores is
/// kept, and so is what a checkpoint has of a pair that is graded by whole blocks.
///
/// Errors: kMissingFile naming a value file that is needed; kInvalidArgument for scores that leave
/// out a subspace or do not give the two of a pair opposite ones; kNotEnoughMemory before anything
/// is written where the budget is below what the largest takes; kBusy while another job is at work
/// in the directory; kInterrupted; those of DatabaseFile and DatabaseWriter.
Result<std::vector<GradedSubspace>> grade_database(const Variant& variant,
                                                   const GradeOptions& options);

/// The same pair by pair, for who has several processes share a grading out. Threads and a budget
/// of memory are those of each. One thread.
class Grading {
 public:
  /// Finds what there is to grade and chooses the scores; writes nothing.
  /// @param variant  is kept by reference
  /// @param options  `control.progress` hears of what is graded by this object
  /// @return errors of grade_database() that come before anything is written
  static Result<Grading> start(const Variant& variant, const GradeOptions& options);
  Grading(Grading&& other) noexcept;
  Grading& operator=(Grading&& other) noexcept;
  ~Grading();

  /// All of them, each after those that it leads to. With these and these scores as those of its
  /// options another process grades the same.
  const std::vector<Subspace>& subspaces() const;
  const ScoreTable& scores() const;

  /// Puts the table of scores beside the files, which grade files refer to.
  Result<void> write_scores() const;

  /// Grades a subspace and, where turns lead back and forth between them, its mirror, unless their
  /// files are there with these scores; those of what they lead to have to be.
  Result<std::vector<GradedSubspace>> grade(const Subspace& subspace);

  /// What was found of all of them, in the order of subspaces().
  std::vector<GradedSubspace> report_of(const std::map<Subspace, GradedSubspace>& graded) const;

 private:
  class Parts;
  explicit Grading(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace mill
