#pragma once

#include <optional>

#include "builder/verifier/block_keys.h"
#include "builder/verifier/half_subsets.h"
#include "builder/verifier/recompute.h"
#include "builder/verifier/taken_stones.h"
#include "builder/verifier/transposed_keys.h"

namespace millstone::verifier {

/// Recomputes the outcomes of a subspace in which the side to move has the major stones: at least
/// as many as the other. Immutable once prepared; safe to read from many threads.
class MajorToMove {
 public:
  /// @param successors  tables that outlive this object
  explicit MajorToMove(const Successors& successors);
  MajorToMove(const MajorToMove&) = delete;
  MajorToMove& operator=(const MajorToMove&) = delete;

  Result<void> prepare(Preparation preparation);

  /// The keys of a numbering block, recomputed from the positions that follow.
  void recompute(std::uint32_t block, Key* out) const;

 private:
  struct Move {
    int to;                   // a point of the board
    bool takes;               // whether it closes a mill
    MajorIndex::Entry entry;  // the stones after the move
  };
  std::vector<Move> moves(Mask stones) const;
  const BlockKeys& target(const Move& move) const { return move.takes ? taken_keys_ : quiet_keys_; }
  void settle_blocked(std::uint32_t block, const FreePoints& free, Key* out) const;

  Successors successors_;
  const Variant& variant_;
  const Numbering& numbering_;
  SubsetCatalog subsets_;
  HalfSubsets halves_;
  std::optional<TransposedKeys> transposed_;  // with equal numbers of stones
  TakenMinorStones taken_;
  BlockKeys quiet_keys_, taken_keys_;
};

}  // namespace millstone::verifier
