#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"

namespace mill {

/// How far the solving of one subspace (or pair) has come.
struct SolveStage {
  std::uint32_t sides = 0;     ///< sides to move that are initialised
  std::uint32_t groups = 0;    ///< conversion groups of the next side that are gathered
  std::uint32_t distance = 0;  ///< the level to work on next, once all sides are
  friend bool operator==(const SolveStage&, const SolveStage&) = default;
};

/// Where a solver keeps the state of an unfinished solve, and finds that of an earlier run. Arrays
/// are those of the blocks that the process works on, as many bytes for each; all members of a team
/// make the same calls. One thread.
class SolveCheckpoint {
 public:
  virtual ~SolveCheckpoint() = default;

  /// Whether so much was worked since the start or the last save; if the solve is about to stop, a
  /// little is enough.
  virtual bool is_due(bool stopping) = 0;

  /// Replaces what was saved before. An error (kNoSpace, kInputOutput) leaves the older one.
  virtual Result<void> save(const SolveStage& stage,
                            const std::vector<std::span<const std::uint8_t>>& arrays) = 0;

  /// What an earlier run saved; none if there is nothing of this work.
  virtual std::optional<SolveStage> find() = 0;

  /// Reads the arrays that find() told of, in order; false if they cannot be read again, or are not
  /// whole, and then they have undefined contents.
  virtual bool load(const std::vector<std::span<std::uint8_t>>& arrays) = 0;
};

}  // namespace mill
