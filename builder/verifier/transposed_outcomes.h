#pragma once

#include "builder/verifier/loaded_subspace.h"
#include "builder/verifier/subset_catalog.h"

namespace mill::verifier {

/// The table of a subspace with equal numbers of stones, seen from the side that waits: block and
/// rank are those of the position with the colours exchanged. So successors of a whole block of
/// positions stand in whole blocks there too. Immutable; safe to read from many threads.
class TransposedOutcomes {
 public:
  /// Both must outlive this object.
  TransposedOutcomes(const LoadedSubspace& table, const SubsetCatalog& subsets)
      : table_(table), subsets_(subsets) {}

  /// The outcomes of all positions in which the waiting side has the stones of `block`.
  void make_block(std::uint32_t block, OutcomeByte* out) const;

 private:
  const LoadedSubspace& table_;
  const SubsetCatalog& subsets_;
};

}  // namespace mill::verifier
