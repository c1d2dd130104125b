#pragma once

#include <span>
#include <vector>

#include "formats/malom/sector_reader.h"
#include "game/long_distances.h"
#include "game/numbering.h"

namespace mill {

/// The outcomes of a sector by the slots of our numbering. Immutable; any thread.
class SectorSlots {
 public:
  /// @param variant   of the sector's game
  /// @param subspace  the sector
  SectorSlots(SectorReader sector, const Variant& variant, const Subspace& subspace);

  const Numbering& numbering() const { return numbering_; }

  /// The outcomes of slots first .. first + outcomes.size() - 1. Errors as SectorReader.
  /// @param longs  those that are long are added
  /// @param grades  where not empty, as many as outcomes: those of draws are set
  Result<void> read(std::uint64_t first, std::span<OutcomeByte> outcomes,
                    std::vector<LongDistance>& longs, std::span<Grade> grades = {}) const;

 private:
  SectorReader sector_;
  bool own_is_major_;
  Numbering numbering_;
  std::vector<Mask> minor_sets_;  // by rank, among the free points
};

}  // namespace mill
