#pragma once

#include <memory>
#include <span>

#include "base/byte_array_pool.h"
#include "builder/solver/block_geometry.h"
#include "builder/solver/block_range.h"
#include "game/long_distances.h"

namespace mill {

/// One byte for every slot of a subspace, block by block, each block padded to whole groups; or of
/// a part of its blocks. The blocks that a part does not hold read as zeros, which, as the best of
/// some successors, say that there is none.
class OutcomeTable {
 public:
  OutcomeTable() = default;

  /// A table with undefined contents; not valid() when the system refuses the memory.
  OutcomeTable(const std::shared_ptr<const BlockGeometry>& geometry,
               std::shared_ptr<ByteArrayPool> pool)
      : OutcomeTable(geometry, {0, geometry->blocks()}, std::move(pool)) {}

  /// A part of a table.
  OutcomeTable(std::shared_ptr<const BlockGeometry> geometry, BlockRange held,
               std::shared_ptr<ByteArrayPool> pool);

  bool valid() const { return geometry_ && bytes_.valid(); }
  const BlockGeometry& geometry() const { return *geometry_; }
  const std::shared_ptr<const BlockGeometry>& shared_geometry() const { return geometry_; }
  BlockRange held() const { return held_; }

  /// Of a block that is held.
  std::uint8_t* block(std::uint32_t index) { return bytes_.data() + offset(index); }
  const std::uint8_t* block(std::uint32_t index) const {
    return held_.contains(index) ? bytes_.data() + offset(index) : zeros_.data();
  }

  /// All memory that goes with a whole table: outcomes, the index of its positions, long distances.
  std::uint64_t memory_bytes() const;

  /// The distances of slots with long outcomes.
  const LongDistances& longs() const {
    static const LongDistances none;
    return longs_ ? *longs_ : none;
  }
  void set_longs(std::shared_ptr<const LongDistances> longs) { longs_ = std::move(longs); }

  /// All bytes that are held, padding included.
  std::span<std::uint8_t> bytes() { return {bytes_.data(), held_bytes()}; }
  std::span<const std::uint8_t> bytes() const { return {bytes_.data(), held_bytes()}; }

  /// Copies the outcomes of slots first_slot .. first_slot + out.size() - 1 (without padding).
  void copy_slots(std::uint64_t first_slot, std::span<OutcomeByte> out) const;

  /// Stores outcomes the other way round; those of blocks that are not held are passed over.
  void set_slots(std::uint64_t first_slot, std::span<const OutcomeByte> outcomes);

 private:
  std::size_t offset(std::uint32_t index) const {
    return std::size_t{index - held_.begin} * geometry_->stride();
  }
  std::size_t held_bytes() const { return std::size_t{held_.count()} * geometry_->stride(); }

  std::shared_ptr<const BlockGeometry> geometry_;
  BlockRange held_;
  PooledBytes bytes_;
  std::vector<std::uint8_t> zeros_;  // a block, for those that are not held
  std::shared_ptr<const LongDistances> longs_;
};

}  // namespace mill
