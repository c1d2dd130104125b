#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "builder/build_options.h"
#include "builder/store/subspace_locks.h"

namespace mill {

/// The distance files that a build reads again as inputs. Where distances are asked for they are
/// files of the database. Where they are not, those that later subspaces need are kept in a
/// directory of their own, beside the checkpoints, until the last of these is on disk; so a build
/// of values alone is bound to no more memory than any other, and goes on after a kill. Several
/// builds may keep files in one directory: each has a claim on what it may need, and a file goes
/// when nobody has one. One thread, directory() and path() any.
class InputDistances {
 public:
  InputDistances(const Variant& variant, const BuildOptions& options);

  /// Claims what may be kept for these subspaces; to be called before it is looked for.
  void claim(const std::vector<Subspace>& planned);

  /// Makes the directory, if the build needs one. kInputOutput when that can't be done, or if it is
  /// somebody else's.
  Result<void> prepare() const;

  /// Where to write distance files.
  const std::filesystem::path& directory() const { return directory_; }

  /// The distance file of a subspace, of the database or kept; a path where nothing is if there is
  /// none.
  std::filesystem::path path(const Subspace& subspace) const;

  /// Whether a finished subspace has a whole one that belongs to its value file. What others may
  /// have put among the kept ones is not believed.
  bool has(const Subspace& subspace) const;

  /// Gives up the claims but those in `needed`, and removes what nobody claims any more; in the
  /// end, when nothing is needed, the directory too.
  void keep_only(const std::set<Subspace>& needed);

 private:
  bool are_kept() const { return !options_.distances; }
  bool is_believed(const std::filesystem::path& file) const;

  const Variant& variant_;
  const BuildOptions& options_;
  std::filesystem::path directory_;
  std::unique_ptr<SubspaceLocks> locks_;
  std::map<Subspace, SubspaceLocks::Lock> claims_;
  SubspaceLocks::Lock directory_claim_;
  mutable bool noted_ = false;
};

}  // namespace mill
