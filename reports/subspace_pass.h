#pragma once

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "base/task.h"
#include "builder/solver/solver.h"
#include "formats/subspace_files.h"

namespace mill {

/// A slot whose class is won in so many plies.
struct WonSlot {
  int distance;
  std::uint64_t slot;
  friend bool operator<(const WonSlot& left, const WonSlot& right) {
    if (left.distance != right.distance) return left.distance > right.distance;
    return left.slot < right.slot;
  }
};

/// The first `most` won slots of those put in. Which they are does not depend on the order.
class FirstWonSlots {
 public:
  explicit FirstWonSlots(std::size_t most) : most_(most) {}
  void put(const WonSlot& won) {
    slots_.push_back(won);
    if (slots_.size() >= 4 * most_ + 64) trim();
  }
  const std::vector<WonSlot>& slots() {
    trim();
    return slots_;
  }

 private:
  void trim() {
    std::sort(slots_.begin(), slots_.end());
    if (slots_.size() > most_) slots_.resize(most_);
  }

  std::size_t most_;
  std::vector<WonSlot> slots_;
};

/// What the pass over the blocks of one subspace finds.
struct Findings {
  explicit Findings(std::size_t top) : longest(top) {}
  OutcomeHistogram outcomes{};         ///< classes by outcome byte
  std::map<int, std::uint64_t> longs;  ///< classes with long outcomes by distance
  FirstWonSlots longest;
};

struct PassOptions {
  int long_win = 1;     ///< plies: shorter wins are not collected
  std::size_t top = 0;  ///< at most so many of the longest are
  StopFlag stop;
  std::function<void(std::uint32_t)> counted;  ///< told the slots that are done; from any thread
};

/// Decodes all blocks of the distance file, which must be there, on all threads of the arena; what
/// is found does not depend on their number. Errors as DatabaseFile; kInterrupted after
/// options.stop.
/// @param numbering  of the subspace
Result<Findings> count_subspace(const SubspaceFiles& files, const Numbering& numbering,
                                const PassOptions& options);

}  // namespace mill
