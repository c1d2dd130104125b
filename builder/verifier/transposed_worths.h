#pragma once

#include "builder/verifier/recompute.h"
#include "builder/verifier/subset_catalog.h"

namespace mill::verifier {

/// The table of a subspace with equal numbers of stones, seen from the side that waits: block and
/// rank are those of the position with the colours exchanged. So successors of a whole block of
/// positions stand in whole blocks there too. Immutable; safe to read from many threads.
template <typename Worth>
class TransposedWorths {
 public:
  /// @param subsets  must outlive this object
  TransposedWorths(const WorthTable<Worth>& table, const SubsetCatalog& subsets)
      : table_(table), subsets_(subsets) {}

  /// What the positions are worth in which the waiting side has the stones of `block`.
  void make_block(std::uint32_t block, Worth* out) const;

 private:
  const WorthTable<Worth> table_;
  const SubsetCatalog& subsets_;
};

}  // namespace mill::verifier
