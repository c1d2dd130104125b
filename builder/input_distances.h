#pragma once

#include <filesystem>
#include <set>

#include "builder/database_builder.h"

namespace millstone {

/// The distance files that a build reads again as inputs. Where distances are asked for they are
/// files of the database. Where they are not, those that later subspaces need are kept in a
/// directory of their own, beside the checkpoints, until the last of these is on disk; so a build
/// of values alone is bound to no more memory than any other, and goes on after a kill. One thread.
class InputDistances {
 public:
  InputDistances(const Variant& variant, const BuildOptions& options);

  /// Makes the directory, if the build needs one. kInputOutput when that can't be done.
  Result<void> prepare() const;

  /// Where to write distance files.
  const std::filesystem::path& directory() const { return directory_; }

  /// The distance file of a subspace, of the database or kept; a path where nothing is if there is
  /// none.
  std::filesystem::path path(const Subspace& subspace) const;

  /// Whether a finished subspace has a whole one that belongs to its value file.
  bool has(const Subspace& subspace) const;

  /// Removes what is kept for the subspaces of `planned` but those in `needed`; in the end, when
  /// nothing is needed, the directory too.
  void keep_only(const std::vector<Subspace>& planned, const std::set<Subspace>& needed) const;

 private:
  bool are_kept() const { return !options_.distances; }

  const Variant& variant_;
  const BuildOptions& options_;
  std::filesystem::path directory_;
};

}  // namespace millstone
