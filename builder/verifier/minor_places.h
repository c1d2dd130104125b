#pragma once

#include "builder/verifier/recompute.h"
#include "builder/verifier/step_lists.h"
#include "builder/verifier/taken_stones.h"

namespace mill::verifier {

/// Recomputes the outcomes of a subspace in which the minor side has stones in hand and does
/// nothing but place them: the block then is one of a subspace with a minor stone more. Immutable;
/// safe to read from many threads.
class MinorPlaces {
 public:
  /// @param successors  tables that outlive this object
  /// @param numbering   of the subspace
  MinorPlaces(const SuccessorTables& successors, const Numbering& numbering);

  /// The outcomes of a numbering block, recomputed from the positions that follow.
  void recompute(std::uint32_t block, OutcomeByte* out) const;

 private:
  const Variant& variant_;
  const LoadedSubspace& placed_;
  SubsetCatalog subsets_, larger_;  // minor stones before and after
  TakeLists places_;                // backwards
  TakenMajorStones taken_;
};

}  // namespace mill::verifier
