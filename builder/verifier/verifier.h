#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/task.h"
#include "game/subspace.h"
#include "game/variant.h"

namespace mill {

/// What verify_database() found out about one subspace.
struct SubspaceReport {
  Subspace subspace;
  bool distances = false;           ///< a distance file was there and was checked too
  std::uint64_t slots = 0;          ///< slots of the subspace
  std::uint64_t slots_checked = 0;  ///< slots whose outcome was recomputed
  std::uint64_t differences = 0;    ///< slots that are stored otherwise than recomputed
  double seconds = 0;               ///< wall time, loading of its files included
  std::string first_difference;     ///< a sentence; empty when all is well
  std::string fault;                ///< why it could not be checked: of a file that is not there,
                                    ///< or damaged; a sentence, otherwise empty
  bool ok() const { return first_difference.empty() && fault.empty(); }
};

struct VerifyReport {
  std::vector<SubspaceReport> subspaces;  ///< in the order they were checked
};

struct VerifyOptions {
  /// What to check; empty: every subspace that has a file.
  std::vector<Subspace> subspaces;
  /// N >= 1: recompute one numbering block of every N, picked at random by `seed`. Checksums and
  /// counts are checked in full all the same. Absent: recompute every slot.
  std::optional<std::uint64_t> sample;
  std::uint64_t seed = 1;
  std::uint64_t memory = 0;  ///< budget in bytes, for tables and all else; 0: no limit
  int threads = 0;           ///< 0: as many as there are cores
  /// Told of each subspace when it has been checked; from the calling thread.
  std::function<void(const SubspaceReport&)> finished;
  TaskControl control;
};

/// Recomputes what a database says from the rules alone; see README.md beside this file for what is
/// checked and what that proves. Goes on after what does not hold and after files that are not
/// there or cannot be read; `finished` hears of every subspace.
/// @return the first fault of all, and how many subspaces have one: kVerificationFailed if a slot
///         or a count is wrong; kMissingFile if a file is not there that the subspaces need; errors
///         of DatabaseFile::open. At once: kNotEnoughMemory if the budget is below what the largest
///         subspace needs; kInvalidArgument for a subspace that has no file by the rules;
///         kInterrupted
Result<VerifyReport> verify_database(const std::filesystem::path& directory, const Variant& variant,
                                     const VerifyOptions& options);

}  // namespace mill
