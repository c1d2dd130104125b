#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
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
  bool grades = false;              ///< so was a grade file
  std::uint64_t slots = 0;          ///< slots of the subspace
  std::uint64_t slots_checked = 0;  ///< slots whose outcome was recomputed
  std::uint64_t differences = 0;    ///< slots that are stored otherwise than recomputed
  double seconds = 0;               ///< wall time, loading of its files included
  std::string first_difference;     ///< a sentence; empty when all is well
  std::string fault;                ///< why it could not be checked: of a file that is not there,
                                    ///< or damaged; a sentence, otherwise empty
  ErrorCode fault_code{};           ///< of that fault
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

/// What verify_database() makes of the reports on all subspaces, in its order: a report if all
/// holds, otherwise its error.
Result<VerifyReport> verdict_on(std::vector<SubspaceReport> reports);

/// What is checked first.
enum class CheckOrder {
  kOfReport,      ///< so that few tables wait for their next use
  kDearestFirst,  ///< so that processes that share the checks out are done at the same time
};

/// The checks of a verification one by one, for who has several processes share them out. A budget
/// of memory is that of each. One thread.
class Verification {
 public:
  /// @param options  `finished` is not used; `control.progress` hears of the checks made here, with
  ///                 their share of all
  /// @return errors of verify_database() that come at once
  static Result<Verification> start(const std::filesystem::path& directory, const Variant& variant,
                                    const VerifyOptions& options, CheckOrder order);
  Verification(Verification&& other) noexcept;
  Verification& operator=(Verification&& other) noexcept;
  ~Verification();

  /// All subspaces, in the order of a report. With these as those of its options another process
  /// has the same checks.
  const std::vector<Subspace>& subspaces() const;

  /// Their numbers in the order of the checks.
  const std::vector<std::size_t>& order() const;

  /// Checks one of them, and those before it in order() no more. What is wrong with files is in the
  /// report; errors: kNotEnoughMemory, kInterrupted.
  Result<SubspaceReport> check(std::size_t number);

 private:
  class Parts;
  explicit Verification(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace mill
