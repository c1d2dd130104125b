#pragma once

#include "builder/verifier/free_points.h"
#include "builder/verifier/loaded_subspace.h"
#include "builder/verifier/step_lists.h"
#include "builder/verifier/subset_catalog.h"

namespace mill::verifier {

/// Outcomes after the major side has closed a mill: the minor side loses the stone whose loss is
/// best for the major side. Immutable; safe to read from many threads.
class TakenMinorStones {
 public:
  /// @param subsets  minor stones before the loss; must outlive this object
  /// @param reduced  the subspace after the loss; null if the minor side has then lost
  TakenMinorStones(const Variant& variant, const Numbering& numbering, const SubsetCatalog& subsets,
                   const LoadedSubspace* reduced);

  /// For every set of minor stones the largest outcome byte that taking one of them leads to, the
  /// major stones being those of `block` after the move. Left undefined if they have no mill.
  void make_block(std::uint32_t block, OutcomeByte* out) const;

 private:
  std::vector<RankBits> stones_in_mills(const FreePoints& free) const;
  RankBits all_in_mills(const FreePoints& free) const;

  const Variant& variant_;
  const Numbering& numbering_;
  const SubsetCatalog& subsets_;
  const LoadedSubspace* reduced_;
  SubsetCatalog smaller_;
  TakeLists takes_;
};

/// Outcomes after the minor side has closed a mill: the major side loses a stone.
class TakenMajorStones {
 public:
  /// As above, the sides exchanged.
  TakenMajorStones(const Variant& variant, const Numbering& numbering, const SubsetCatalog& subsets,
                   const LoadedSubspace* reduced);

  /// For every set of minor stones that holds a line the largest outcome byte that taking one of
  /// the block's major stones leads to. Outcomes of other sets are left alone.
  void make_block(std::uint32_t block, const FreePoints& free, OutcomeByte* out) const;

 private:
  std::vector<std::uint32_t> ranks_with_mills(const FreePoints& free) const;
  void raise(Mask stones, const FreePoints& free, const std::vector<std::uint32_t>& ranks,
             OutcomeByte* out) const;
  void raise_one_by_one(Mask stones, const FreePoints& free,
                        const std::vector<std::uint32_t>& ranks, OutcomeByte* out) const;

  const Variant& variant_;
  const Numbering& numbering_;
  const SubsetCatalog& subsets_;
  const LoadedSubspace* reduced_;
};

/// Outcomes after a step of the minor side to the free point `to`: those of `quiet`, or of `taken`
/// for the sets in which a line through that point is complete.
/// @param mixed  where they are put together if need be
const OutcomeByte* outcomes_after_step(const SubsetCatalog& subsets, const FreePoints& free, int to,
                                       const OutcomeByte* quiet,
                                       const std::vector<OutcomeByte>& taken,
                                       std::vector<OutcomeByte>& mixed);

}  // namespace mill::verifier
