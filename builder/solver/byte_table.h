#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/byte_array_pool.h"
#include "builder/solver/block_geometry.h"
#include "builder/solver/block_range.h"

namespace mill {

/// One byte for every slot of a subspace, block by block, each block padded to whole groups; or of
/// a part of its blocks. The blocks that a part does not hold read as zeros. What the bytes stand
/// for is told by the types that derive from it, each of which can be made of another in place.
class ByteTable {
 public:
  ByteTable() = default;

  /// A table with undefined contents; not valid() when the system refuses the memory.
  ByteTable(std::shared_ptr<const BlockGeometry> geometry, BlockRange held,
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
  std::uint8_t* block(std::uint32_t index) { return bytes_.data() + offset(index); }
  const std::uint8_t* block(std::uint32_t index) const {
    return held_.contains(index) ? bytes_.data() + offset(index) : zeros_.data();
  }

  /// All bytes that are held, padding included.
  std::span<std::uint8_t> bytes() { return {bytes_.data(), held_bytes()}; }
  std::span<const std::uint8_t> bytes() const { return {bytes_.data(), held_bytes()}; }

 private:
  std::size_t offset(std::uint32_t index) const {
    return std::size_t{index - held_.begin} * geometry_->stride();
  }
  std::size_t held_bytes() const { return std::size_t{held_.count()} * geometry_->stride(); }

  std::shared_ptr<const BlockGeometry> geometry_;
  BlockRange held_;
  PooledBytes bytes_;
  std::vector<std::uint8_t> zeros_;  // a block, for those that are not held
};

}  // namespace mill
