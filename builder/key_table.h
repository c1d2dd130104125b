#pragma once

#include <memory>
#include <span>

#include "builder/block_geometry.h"
#include "builder/byte_array.h"
#include "game/long_distances.h"

namespace millstone {

/// One byte for every slot of a subspace, block by block, each block padded to whole groups.
class KeyTable {
 public:
  KeyTable() = default;

  /// A table with undefined contents; not valid() when the system refuses the memory.
  KeyTable(std::shared_ptr<const BlockGeometry> geometry, std::shared_ptr<ByteArrayPool> pool)
      : geometry_(std::move(geometry)), bytes_(std::move(pool), geometry_->table_bytes()) {}

  bool valid() const { return geometry_ && bytes_.valid(); }
  const BlockGeometry& geometry() const { return *geometry_; }
  const std::shared_ptr<const BlockGeometry>& shared_geometry() const { return geometry_; }

  std::uint8_t* block(std::uint32_t index) {
    return bytes_.data() + std::size_t{index} * geometry_->stride();
  }
  const std::uint8_t* block(std::uint32_t index) const {
    return bytes_.data() + std::size_t{index} * geometry_->stride();
  }

  /// The distances of slots with long keys.
  const LongDistances& longs() const {
    static const LongDistances none;
    return longs_ ? *longs_ : none;
  }
  void set_longs(std::shared_ptr<const LongDistances> longs) { longs_ = std::move(longs); }

  /// All bytes, padding included.
  std::span<std::uint8_t> bytes() { return {bytes_.data(), geometry_->table_bytes()}; }
  std::span<const std::uint8_t> bytes() const { return {bytes_.data(), geometry_->table_bytes()}; }

  /// Copies the keys of slots first_slot .. first_slot + out.size() - 1 (without padding).
  void copy_slots(std::uint64_t first_slot, std::span<Key> out) const;

  /// Stores keys the other way round.
  void set_slots(std::uint64_t first_slot, std::span<const Key> keys);

 private:
  std::shared_ptr<const BlockGeometry> geometry_;
  PooledBytes bytes_;
  std::shared_ptr<const LongDistances> longs_;
};

}  // namespace millstone
