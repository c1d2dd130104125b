#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/byte_array_pool.h"
#include "builder/blocks/block_geometry.h"
#include "builder/blocks/block_range.h"

namespace mill {

/// One cell for every slot of a subspace, block by block, each block padded to whole groups; or of
/// a part of its blocks. The blocks that a part does not hold read as zeros. What the cells stand
/// for is told by the types that derive from it, each of which can be made of another in place.
template <typename Cell>
class SlotTable {
 public:
  SlotTable() = default;

  /// A table with undefined contents; not valid() when the system refuses the memory.
  SlotTable(std::shared_ptr<const BlockGeometry> geometry, BlockRange held,
            std::shared_ptr<ByteArrayPool> pool)
      : geometry_(std::move(geometry)), held_(held), bytes_(std::move(pool), held_bytes()) {
    constexpr std::size_t kReadBeyond = 64;  // kernels load whole words
    if (held_.count() < geometry_->blocks()) zeros_.resize(geometry_->stride() + kReadBeyond);
  }

  bool valid() const { return geometry_ && bytes_.valid(); }
  const BlockGeometry& geometry() const { return *geometry_; }
  const std::shared_ptr<const BlockGeometry>& shared_geometry() const { return geometry_; }
  BlockRange held() const { return held_; }

  /// Of a block that is held.
  Cell* block(std::uint32_t index) { return cells() + offset(index); }
  const Cell* block(std::uint32_t index) const {
    return held_.contains(index) ? cells() + offset(index) : zeros_.data();
  }

  /// Calls `piece(block, rank, offset, length)` for each stretch of [first_slot, first_slot +
  /// length) that lies within one block.
  template <typename Piece>
  void for_each_piece(std::uint64_t first_slot, std::size_t length, Piece&& piece) const {
    const std::uint32_t block_size = geometry_->size();
    auto block = static_cast<std::uint32_t>(first_slot / block_size);
    auto rank = static_cast<std::uint32_t>(first_slot % block_size);
    for (std::size_t offset = 0; offset < length; ++block, rank = 0) {
      const std::size_t part = std::min<std::size_t>(block_size - rank, length - offset);
      piece(block, rank, offset, part);
      offset += part;
    }
  }

  /// Copies the cells of slots first_slot .. first_slot + out.size() - 1 (without padding).
  void copy_slots(std::uint64_t first_slot, std::span<Cell> out) const {
    for_each_piece(
        first_slot, out.size(),
        [&](std::uint32_t index, std::uint32_t rank, std::size_t offset, std::size_t length) {
          std::copy_n(block(index) + rank, length, out.data() + offset);
        });
  }

  /// Stores cells the other way round; those of blocks that are not held are passed over.
  void set_slots(std::uint64_t first_slot, std::span<const Cell> in) {
    for_each_piece(
        first_slot, in.size(),
        [&](std::uint32_t index, std::uint32_t rank, std::size_t offset, std::size_t length) {
          if (held_.contains(index)) std::copy_n(in.data() + offset, length, block(index) + rank);
        });
  }

  /// All bytes that are held, padding included.
  std::span<std::uint8_t> bytes() { return {bytes_.data(), held_bytes()}; }
  std::span<const std::uint8_t> bytes() const { return {bytes_.data(), held_bytes()}; }

 private:
  Cell* cells() { return reinterpret_cast<Cell*>(bytes_.data()); }
  const Cell* cells() const { return reinterpret_cast<const Cell*>(bytes_.data()); }
  std::size_t offset(std::uint32_t index) const {
    return std::size_t{index - held_.begin} * geometry_->stride();
  }
  std::size_t held_bytes() const {
    return std::size_t{held_.count()} * geometry_->stride() * sizeof(Cell);
  }

  std::shared_ptr<const BlockGeometry> geometry_;
  BlockRange held_;
  PooledBytes bytes_;
  std::vector<Cell> zeros_;  // a block, for those that are not held
};

using ByteTable = SlotTable<std::uint8_t>;

}  // namespace mill
