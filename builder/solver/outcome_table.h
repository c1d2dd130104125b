#pragma once

#include "builder/blocks/slot_table.h"
#include "game/long_distances.h"

namespace mill {

/// The outcomes of a subspace, or of a part of its blocks: their bytes, and the long distances.
class OutcomeTable : public ByteTable {
 public:
  using ByteTable::ByteTable;

  /// A whole table with undefined contents; not valid() when the system refuses the memory.
  OutcomeTable(const std::shared_ptr<const BlockGeometry>& geometry,
               std::shared_ptr<ByteArrayPool> pool)
      : ByteTable(geometry, {0, geometry->blocks()}, std::move(pool)) {}

  /// Of bytes that have become outcomes.
  explicit OutcomeTable(ByteTable&& bytes) : ByteTable(std::move(bytes)) {}

  /// All memory that goes with a whole table: outcomes, the index of its positions, long distances.
  std::uint64_t memory_bytes() const;

  /// The distances of slots with long outcomes.
  const LongDistances& longs() const {
    static const LongDistances none;
    return longs_ ? *longs_ : none;
  }
  void set_longs(std::shared_ptr<const LongDistances> longs) { longs_ = std::move(longs); }

 private:
  std::shared_ptr<const LongDistances> longs_;
};

}  // namespace mill
