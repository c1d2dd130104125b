#pragma once

#include <optional>

#include "builder/verifier/block_worths.h"
#include "builder/verifier/major_steps.h"
#include "builder/verifier/recompute.h"
#include "builder/verifier/taken_stones.h"

namespace mill::verifier {

/// Recomputes what the positions of a subspace are worth in which the major side has stones in hand
/// and does nothing but place them. Immutable once prepared; safe to read from many threads.
template <typename Worth>
class MajorPlaces {
 public:
  /// Both must outlive this object.
  /// @param numbering  of the subspace
  MajorPlaces(const Successors<Worth>& successors, const Numbering& numbering);
  MajorPlaces(const MajorPlaces&) = delete;
  MajorPlaces& operator=(const MajorPlaces&) = delete;

  Result<void> prepare(Preparation preparation);

  /// Those of a numbering block, from the positions that follow.
  void recompute(std::uint32_t block, Worth* out) const;

 private:
  const BlockWorths<Worth>& worths_after(Mask stones, int placed) const;

  const Variant& variant_;
  TableMemory& memory_;  // of tables
  const Numbering& numbering_;
  const Numbering& next_;                 // with the stone placed
  SubsetCatalog subsets_here_, subsets_;  // of the minor stones before and after
  MajorSteps steps_;
  std::optional<TakenMinorStones<Worth>> taken_;  // unless there is nothing to take
  BlockWorths<Worth> quiet_, after_taking_;
};

}  // namespace mill::verifier
