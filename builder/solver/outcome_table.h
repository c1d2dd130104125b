#pragma once

#include "builder/solver/byte_table.h"
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

  /// Copies the outcomes of slots first_slot .. first_slot + out.size() - 1 (without padding).
  void copy_slots(std::uint64_t first_slot, std::span<OutcomeByte> out) const;

  /// Stores outcomes the other way round; those of blocks that are not held are passed over.
  void set_slots(std::uint64_t first_slot, std::span<const OutcomeByte> outcomes);

 private:
  std::shared_ptr<const LongDistances> longs_;
};

}  // namespace mill
