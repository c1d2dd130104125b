#pragma once

#include <memory>
#include <vector>

#include "builder/blocks/group_bits.h"
#include "builder/blocks/level_bitmaps.h"
#include "builder/blocks/slot_table.h"
#include "game/value.h"

namespace mill {

/// Bytes that are outcomes once their level has been reached; till then the best win by capture
/// found so far or, while the counter is not zero, the loss that captures would force at the
/// earliest (builder/ALGORITHM.md).
class ProvisionalTable : public ByteTable {
 public:
  using ByteTable::ByteTable;

  /// Of bytes that have become provisional ones.
  explicit ProvisionalTable(ByteTable&& bytes) : ByteTable(std::move(bytes)) {}
};

/// Marks of what may be decided, by outcome byte.
inline constexpr std::uint32_t kOutcomeBytes = 256;

/// What is known of one side to move while a pair is being solved.
struct SideState {
  ProvisionalTable provisional;
  PooledBytes counters;
  LevelBitmaps levels;
  /// Of each block that is held the positions whose only turn is a pass; empty where the rules know
  /// none.
  std::vector<std::vector<GroupBits>> passes;

  SideState(ProvisionalTable bytes, const std::shared_ptr<ByteArrayPool>& pool)
      : provisional(std::move(bytes)),
        counters(pool, provisional.bytes().size()),
        levels(kOutcomeBytes, provisional.held(), provisional.geometry().groups(), pool) {}

  /// Goes on with the counters and passes of another.
  SideState(ProvisionalTable bytes, SideState& before, const std::shared_ptr<ByteArrayPool>& pool)
      : provisional(std::move(bytes)),
        counters(std::move(before.counters)),
        levels(kOutcomeBytes, provisional.held(), provisional.geometry().groups(), pool),
        passes(std::move(before.passes)) {}

  std::uint8_t* block_counters(std::uint32_t block) {
    return counters.data() + std::size_t{index_of(block)} * provisional.geometry().stride();
  }
  std::vector<GroupBits>& block_passes(std::uint32_t block) { return passes[index_of(block)]; }

 private:
  std::uint32_t index_of(std::uint32_t block) const { return block - provisional.held().begin; }
};

}  // namespace mill
