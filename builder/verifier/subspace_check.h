#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "base/task.h"
#include "builder/verifier/recompute.h"
#include "builder/verifier/verifier.h"

namespace mill::verifier {

/// How much of a subspace is recomputed, and who is told about it meanwhile.
struct CheckOptions {
  std::uint64_t sample = 1;  ///< one numbering block of so many
  std::uint64_t seed = 1;
  StopFlag stop;
  std::function<void(std::uint64_t slots)> done;  ///< told of finished slots, from any thread
};

/// Compares all (or a sample) of the outcomes of a subspace with those that its successors give,
/// and its statistics with those its files claim. Differences are in the report.
/// @return errors: kInterrupted, kNotEnoughMemory
Result<SubspaceReport> check_subspace(const LoadedSubspace& checked,
                                      const SuccessorTables& successors,
                                      const CheckOptions& options);

}  // namespace mill::verifier
