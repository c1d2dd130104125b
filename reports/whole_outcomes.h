#pragma once

#include "base/large_array.h"
#include "base/task.h"
#include "formats/subspace_files.h"
#include "game/long_distances.h"

namespace mill {

/// All outcomes of a subspace in memory, a byte per slot. Immutable; any thread.
class WholeOutcomes {
 public:
  /// Decodes both files, or the values alone where there are no distances, on all threads of the
  /// arena. Errors as DatabaseFile; kNotEnoughMemory, kInterrupted.
  static Result<WholeOutcomes> load(const SubspaceFiles& files, StopFlag stop);

  OutcomeByte byte(std::uint64_t slot) const { return bytes_[slot]; }
  Outcome outcome(std::uint64_t slot) const { return longs_.outcome(slot, bytes_[slot]); }

  /// Asks the memory for what outcome() will need soon.
  void prefetch(std::uint64_t slot) const { __builtin_prefetch(bytes_.data() + slot); }

 private:
  WholeOutcomes(LargeArray<OutcomeByte> bytes, LongDistances longs)
      : bytes_(std::move(bytes)), longs_(std::move(longs)) {}

  LargeArray<OutcomeByte> bytes_;
  LongDistances longs_;
};

}  // namespace mill
