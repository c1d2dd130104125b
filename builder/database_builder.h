#pragma once

#include "builder/store/build_options.h"

namespace mill {

struct BuildReport {
  std::vector<BuiltSubspace> subspaces;  ///< in build order
  double seconds = 0;                    ///< wall clock
  std::uint64_t peak_memory = 0;         ///< bytes of tables held at a time, as accounted
};

/// Builds the database of the closure of `options.roots`. Finished valid files are kept and not
/// built again; a file appears under its name only when it is complete, so that a build that is
/// killed and started again loses at most the subspaces it was working on. The bytes of the files
/// do not depend on threads, memory, kernels or interruptions. What was done when goes into the log
/// of the directory (builder/store/build_log.h).
///
/// Errors: kNotEnoughMemory (says the least that suffices), kNoSpace, kInputOutput, kWrongRules
/// (the directory holds another variant's files), kInvalidArgument (or files of another codec),
/// kInterrupted (options.stop).
Result<BuildReport> build_database(const Variant& variant, const BuildOptions& options);

}  // namespace mill
