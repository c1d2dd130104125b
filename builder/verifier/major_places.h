#pragma once

#include <optional>

#include "builder/verifier/block_outcomes.h"
#include "builder/verifier/half_subsets.h"
#include "builder/verifier/recompute.h"
#include "builder/verifier/taken_stones.h"

namespace mill::verifier {

/// Recomputes the outcomes of a subspace in which the major side has stones in hand and does
/// nothing but place them. Immutable once prepared; safe to read from many threads.
class MajorPlaces {
 public:
  /// @param successors  tables that outlive this object
  /// @param numbering   of the subspace; must outlive this object
  MajorPlaces(const SuccessorTables& successors, const Numbering& numbering);
  MajorPlaces(const MajorPlaces&) = delete;
  MajorPlaces& operator=(const MajorPlaces&) = delete;

  Result<void> prepare(Preparation preparation);

  /// The outcomes of a numbering block, recomputed from the positions that follow.
  void recompute(std::uint32_t block, OutcomeByte* out) const;

 private:
  const BlockOutcomes& outcomes_after(Mask stones, int placed) const;

  const Variant& variant_;
  const Numbering& numbering_;
  const Numbering& next_;  // with the stone placed
  SubsetCatalog subsets_;  // of the minor stones then
  HalfSubsets halves_;
  std::optional<TakenMinorStones> taken_;  // unless there is nothing to take
  BlockOutcomes quiet_outcomes_, taken_outcomes_;
};

}  // namespace mill::verifier
