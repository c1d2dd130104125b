#pragma once

#include <functional>
#include <optional>

#include "builder/build_options.h"
#include "builder/built_pair.h"

namespace mill {

class SolverTeam;

struct BuildReport {
  std::vector<BuiltSubspace> subspaces;  ///< in build order
  double seconds = 0;                    ///< wall clock
  std::uint64_t peak_memory = 0;         ///< bytes of tables held at a time, as accounted
  std::optional<JobReport> job{};        ///< where ranks of a job have built it
};

/// Who says which pair of subspaces (or single one) a process builds next: where one process builds
/// alone, the order of the plan; where several build together, one that knows of all.
class PairSource {
 public:
  virtual ~PairSource() = default;

  struct Next {
    std::optional<Subspace> pair;    ///< either of the two; none when there is nothing left to do
    std::vector<Subspace> finished;  ///< that others have finished since the last call
    /// With whom the pair is built, all of whom get the same one; null: by this process alone. It
    /// lives until the next call.
    SolverTeam* team = nullptr;
  };

  /// Waits where what is left has inputs that are not there yet. Thread of the build.
  /// @param check  called now and then while it waits; an error ends the waiting
  virtual Result<Next> next(const std::function<Result<void>()>& check) = 0;

  /// The files of a subspace are there; of one built by a team its first member tells. Any thread,
  /// one call at a time.
  virtual void written(const BuiltSubspace& subspace) = 0;

  /// The same for one that was handed out and had been made by another build. Thread of the build.
  virtual void found(const Subspace& subspace) = 0;
};

/// Builds what `source` hands out of the closure of `options.roots`, into a directory that others
/// build in at the same time. Neither log nor free space are its business. Returns the most bytes
/// of tables held at a time, as accounted. Errors as build_database().
Result<std::uint64_t> build_share(const Variant& variant, const BuildOptions& options,
                                  PairSource& source);

/// Builds the database of the closure of `options.roots`. Finished valid files are kept and not
/// built again; a file appears under its name only when it is complete, so that a build that is
/// killed and started again loses at most the subspaces it was working on. The bytes of the files
/// do not depend on threads, memory, kernels or interruptions. What was done when goes into the log
/// of the directory (builder/store/build_log.h).
///
/// Errors: kNotEnoughMemory (says the least that suffices), kNoSpace, kInputOutput, kWrongRules
/// (the directory holds another variant's files), kInvalidArgument (or files of another codec),
/// kInterrupted (options.control.stop).
Result<BuildReport> build_database(const Variant& variant, const BuildOptions& options);

}  // namespace mill
