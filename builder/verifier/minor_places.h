#pragma once

#include "builder/verifier/recompute.h"
#include "builder/verifier/step_lists.h"
#include "builder/verifier/taken_stones.h"

namespace mill::verifier {

/// Recomputes what the positions of a subspace are worth in which the minor side has stones in hand
/// and does nothing but place them: the block then is one of a subspace with a minor stone more.
/// Immutable; safe to read from many threads.
template <typename Worth>
class MinorPlaces {
 public:
  /// @param successors  must outlive this object
  /// @param numbering   of the subspace
  MinorPlaces(const Successors<Worth>& successors, const Numbering& numbering);

  /// Those of a numbering block, from the positions that follow.
  void recompute(std::uint32_t block, Worth* out) const;

 private:
  const Variant& variant_;
  const WorthTable<Worth>& placed_;
  SubsetCatalog subsets_, larger_;  // minor stones before and after
  TakeLists places_;                // backwards
  TakenMajorStones<Worth> taken_;
};

}  // namespace mill::verifier
