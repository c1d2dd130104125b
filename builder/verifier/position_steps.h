#pragma once

#include <vector>

#include "builder/verifier/recompute.h"

namespace mill::verifier {

/// Recomputes the outcomes of a subspace position by position, under all rules. Slower than work on
/// whole blocks, quicker than plain moves: turns are not listed but looked up at once, what a kind
/// of turn does to the counts is known beforehand, and outcomes are fetched from memory many
/// together. Immutable; safe to read from many threads.
class PositionSteps {
 public:
  /// @param successors  tables that outlive this object
  /// @param numbering   of the subspace
  PositionSteps(const SuccessorTables& successors, const Numbering& numbering);

  /// The outcomes of a numbering block, recomputed from the positions that follow.
  void recompute(std::uint32_t block, OutcomeByte* out) const;

 private:
  /// Where a placement or move leads that completes some number of lines.
  struct Target {
    int taken = 0;  // stones off the board
    const LoadedSubspace* table = nullptr;
    OutcomeByte decided = kLostNowByte;  // without a table, of the side that is next to move
    bool same_side = false;              // that is the side that acted
    bool mover_is_major = false;         // in the numbering of the table
  };
  class Work;

  void add_targets(const Transition& transition);

  SuccessorTables successors_;
  const Numbering& numbering_;
  std::vector<Mask> minors_;            // by rank
  std::vector<Target> places_, moves_;  // by number of lines completed
};

}  // namespace mill::verifier
