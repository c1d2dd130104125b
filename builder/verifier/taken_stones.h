#pragma once

#include "builder/verifier/free_points.h"
#include "builder/verifier/recompute.h"
#include "builder/verifier/step_lists.h"
#include "builder/verifier/subset_catalog.h"

namespace mill::verifier {

/// What positions are worth after the major side has closed a mill: the minor side loses the stone
/// whose loss is best for the major side. Immutable; safe to read from many threads.
template <typename Worth>
class TakenMinorStones {
 public:
  /// @param subsets  minor stones before the loss; must outlive this object
  /// @param reduced  the subspace after the loss; null if the minor side has then lost; must
  /// outlive
  ///                 this object, too
  TakenMinorStones(const Variant& variant, const Numbering& numbering, const SubsetCatalog& subsets,
                   const WorthTable<Worth>* reduced);

  /// For every set of minor stones the largest worth that taking one of them leads to, the
  /// major stones being those of `block` after the move. Left undefined if they have no mill.
  void make_block(std::uint32_t block, Worth* out) const;

 private:
  std::vector<RankBits> stones_in_mills(const FreePoints& free) const;
  RankBits all_in_mills(const FreePoints& free) const;

  const Variant& variant_;
  const Numbering& numbering_;
  const SubsetCatalog& subsets_;
  const WorthTable<Worth>* reduced_;
  SubsetCatalog smaller_;
  TakeLists takes_;
};

/// The same after the minor side has closed a mill: the major side loses a stone.
template <typename Worth>
class TakenMajorStones {
 public:
  /// As above, the sides exchanged.
  TakenMajorStones(const Variant& variant, const Numbering& numbering, const SubsetCatalog& subsets,
                   const WorthTable<Worth>* reduced);

  /// For every set of minor stones that holds a line the largest worth that taking one of the
  /// block's major stones leads to. Other sets are left alone.
  void make_block(std::uint32_t block, const FreePoints& free, Worth* out) const;

 private:
  std::vector<std::uint32_t> ranks_with_mills(const FreePoints& free) const;
  void raise(Mask stones, const FreePoints& free, const std::vector<std::uint32_t>& ranks,
             Worth* out) const;
  void raise_one_by_one(Mask stones, const FreePoints& free,
                        const std::vector<std::uint32_t>& ranks, Worth* out) const;

  const Variant& variant_;
  const Numbering& numbering_;
  const SubsetCatalog& subsets_;
  const WorthTable<Worth>* reduced_;
};

/// What positions are worth after a step of the minor side to the free point `to`: `quiet`, or
/// `taken` for the sets in which a line through that point is complete.
/// @param mixed  where the two are put together if need be
template <typename Worth>
const Worth* worths_after_step(const SubsetCatalog& subsets, const FreePoints& free, int to,
                               const Worth* quiet, const std::vector<Worth>& taken,
                               std::vector<Worth>& mixed);

}  // namespace mill::verifier
