#pragma once

#include <optional>

#include "builder/verifier/block_outcomes.h"
#include "builder/verifier/half_subsets.h"
#include "builder/verifier/recompute.h"
#include "builder/verifier/taken_stones.h"
#include "builder/verifier/transposed_outcomes.h"

namespace mill::verifier {

/// Recomputes the outcomes of a subspace in which the side to move has the major stones: at least
/// as many as the other. Immutable once prepared; safe to read from many threads.
class MajorToMove {
 public:
  /// @param successors  tables that outlive this object
  explicit MajorToMove(const SuccessorTables& successors);
  MajorToMove(const MajorToMove&) = delete;
  MajorToMove& operator=(const MajorToMove&) = delete;

  Result<void> prepare(Preparation preparation);

  /// The outcomes of a numbering block, recomputed from the positions that follow.
  void recompute(std::uint32_t block, OutcomeByte* out) const;

 private:
  struct Move {
    int to;                   // a point of the board
    bool takes;               // whether it closes a mill
    MajorIndex::Entry entry;  // the stones after the move
  };
  std::vector<Move> moves(Mask stones) const;
  const BlockOutcomes& target(const Move& move) const {
    return move.takes ? taken_outcomes_ : quiet_outcomes_;
  }
  void settle_blocked(std::uint32_t block, const FreePoints& free, OutcomeByte* out) const;

  SuccessorTables successors_;
  const Variant& variant_;
  const Numbering& numbering_;
  SubsetCatalog subsets_;
  HalfSubsets halves_;
  std::optional<TransposedOutcomes> transposed_;  // with equal numbers of stones
  TakenMinorStones taken_;
  BlockOutcomes quiet_outcomes_, taken_outcomes_;
};

}  // namespace mill::verifier
