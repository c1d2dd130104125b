#pragma once

#include "builder/verifier/recompute.h"
#include "builder/verifier/step_lists.h"
#include "builder/verifier/taken_stones.h"

namespace mill::verifier {

/// Recomputes what the positions of a subspace are worth in which the side to move has fewer stones
/// than the other. Its moves stay inside a numbering block. Immutable; safe to read from many
/// threads.
template <typename Worth>
class MinorToMove {
 public:
  /// @param successors  must outlive this object
  explicit MinorToMove(const Successors<Worth>& successors);

  /// Those of a numbering block, from the positions that follow.
  void recompute(std::uint32_t block, Worth* out) const;

 private:
  std::vector<Mask> reach_by_index(const FreePoints& free) const;
  void settle_blocked(std::uint32_t block, const std::vector<Mask>& reach, Worth* out) const;

  const Successors<Worth>& successors_;
  const Variant& variant_;
  const WorthTable<Worth>& mirror_;
  const Numbering& numbering_;
  SubsetCatalog subsets_;
  StepLists steps_;
  TakenMajorStones<Worth> taken_;
};

}  // namespace mill::verifier
