#pragma once

#include <vector>

#include "builder/verifier/recompute.h"

namespace mill::verifier {

/// Recomputes what the positions of a subspace are worth one by one, under all rules. Slower than
/// work on whole blocks, quicker than plain moves: turns are not listed but looked up at once, what
/// a kind of turn does to the counts is known beforehand, and what is looked up is fetched from
/// memory many together. Immutable; safe to read from many threads.
template <typename Worth>
class PositionSteps {
 public:
  /// Both must outlive this object.
  /// @param numbering  of the subspace
  PositionSteps(const Successors<Worth>& successors, const Numbering& numbering);

  /// Those of a numbering block, from the positions that follow.
  void recompute(std::uint32_t block, Worth* out) const;

 private:
  /// Where a placement or move leads that completes some number of lines.
  struct Target {
    int taken = 0;  // stones off the board
    const WorthTable<Worth>* table = nullptr;
    Worth decided = kLostWorth<Worth>;  // without a table, of the side that is next to move
    bool same_side = false;             // that is the side that acted
    bool mover_is_major = false;        // in the numbering of the table
  };
  class Work;

  void add_targets(const Transition& transition);

  const Successors<Worth>& successors_;
  const Numbering& numbering_;
  std::vector<Mask> minors_;            // by rank
  std::vector<Target> places_, moves_;  // by number of lines completed
};

}  // namespace mill::verifier
