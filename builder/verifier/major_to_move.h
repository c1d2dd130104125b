#pragma once

#include <optional>

#include "builder/verifier/block_worths.h"
#include "builder/verifier/major_steps.h"
#include "builder/verifier/recompute.h"
#include "builder/verifier/taken_stones.h"
#include "builder/verifier/transposed_worths.h"

namespace mill::verifier {

/// Recomputes what the positions of a subspace are worth in which the side to move has the major
/// stones: at least as many as the other. Immutable once prepared; safe to read from many threads.
template <typename Worth>
class MajorToMove {
 public:
  /// @param successors  must outlive this object
  explicit MajorToMove(const Successors<Worth>& successors);
  MajorToMove(const MajorToMove&) = delete;
  MajorToMove& operator=(const MajorToMove&) = delete;

  Result<void> prepare(Preparation preparation);

  /// Those of a numbering block, from the positions that follow.
  void recompute(std::uint32_t block, Worth* out) const;

 private:
  struct Move {
    int to;                   // a point of the board
    bool takes;               // whether it closes a mill
    MajorIndex::Entry entry;  // the stones after the move
  };
  std::vector<Move> moves(Mask stones) const;
  const BlockWorths<Worth>& target(const Move& move) const {
    return move.takes ? after_taking_ : quiet_;
  }
  void settle_blocked(std::uint32_t block, const FreePoints& free, Worth* out) const;

  const Successors<Worth>& successors_;
  const Variant& variant_;
  const Numbering& numbering_;
  SubsetCatalog subsets_;
  MajorSteps steps_;
  std::optional<TransposedWorths<Worth>> transposed_;  // with equal numbers of stones
  TakenMinorStones<Worth> taken_;
  BlockWorths<Worth> quiet_, after_taking_;
};

}  // namespace mill::verifier
