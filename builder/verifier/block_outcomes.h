#pragma once

#include <functional>
#include <vector>

#include "base/large_array.h"
#include "game/value.h"

namespace mill::verifier {

/// Fills `out` with the outcomes of a numbering block. Any thread.
using MakeBlock = std::function<void(std::uint32_t block, OutcomeByte* out)>;

/// Outcomes by numbering block that are either in memory or made whenever they are asked for. Safe
/// to read from many threads.
class BlockOutcomes {
 public:
  /// Views a table that outlives this object.
  BlockOutcomes(const OutcomeByte* table, std::uint32_t block_size)
      : table_(table), block_size_(block_size) {}

  /// Makes the blocks one by one when they are asked for.
  BlockOutcomes(MakeBlock make, std::uint32_t block_size)
      : make_(std::move(make)), block_size_(block_size) {}

  /// Makes all blocks at once, in parallel; worth while if most are going to be asked for.
  Result<void> make_all(std::uint32_t blocks);

  /// The outcomes of a block.
  /// @param buffer  where they are put if they have to be made
  const OutcomeByte* get(std::uint32_t block, std::vector<OutcomeByte>& buffer) const {
    if (table_) return table_ + std::uint64_t{block} * block_size_;
    buffer.resize(block_size_);
    make_(block, buffer.data());
    return buffer.data();
  }

  /// Starts fetching a block into the cache.
  void prefetch(std::uint32_t block) const;

 private:
  const OutcomeByte* table_ = nullptr;
  MakeBlock make_;
  std::uint32_t block_size_;
  LargeArray<OutcomeByte> made_;
};

}  // namespace mill::verifier
