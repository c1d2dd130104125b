#pragma once

#include "builder/verifier/recompute.h"
#include "builder/verifier/step_lists.h"
#include "builder/verifier/taken_stones.h"

namespace mill::verifier {

/// Recomputes the outcomes of a subspace in which the side to move has fewer stones than the
/// other. Its moves stay inside a numbering block. Immutable; safe to read from many threads.
class MinorToMove {
 public:
  /// @param successors  tables that outlive this object
  explicit MinorToMove(const SuccessorTables& successors);

  /// The outcomes of a numbering block, recomputed from the positions that follow.
  void recompute(std::uint32_t block, OutcomeByte* out) const;

 private:
  std::vector<Mask> reach_by_index(const FreePoints& free) const;
  void settle_blocked(std::uint32_t block, const std::vector<Mask>& reach, OutcomeByte* out) const;

  SuccessorTables successors_;
  const Variant& variant_;
  const LoadedSubspace& mirror_;
  const Numbering& numbering_;
  SubsetCatalog subsets_;
  StepLists steps_;
  TakenMajorStones taken_;
};

}  // namespace mill::verifier
