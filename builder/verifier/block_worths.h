#pragma once

#include <functional>
#include <vector>

#include "builder/verifier/position_worth.h"
#include "builder/verifier/table_memory.h"

namespace mill::verifier {

/// Fills `out` with what the positions of a numbering block are worth. Any thread.
template <typename Worth>
using MakeBlock = std::function<void(std::uint32_t block, Worth* out)>;

/// What positions are worth, by numbering block; either in memory or made whenever it is asked for.
/// Safe to read from many threads.
template <typename Worth>
class BlockWorths {
 public:
  /// Views a table that outlives this object.
  BlockWorths(const Worth* table, std::uint32_t block_size)
      : table_(table), block_size_(block_size) {}

  /// Makes the blocks one by one when they are asked for.
  BlockWorths(MakeBlock<Worth> make, std::uint32_t block_size)
      : make_(std::move(make)), block_size_(block_size) {}

  /// Makes all blocks at once, in parallel; worth while if most are going to be asked for.
  /// @param memory  for them; must outlive this object
  Result<void> make_all(std::uint32_t blocks, TableMemory& memory);

  /// Those of a block.
  /// @param buffer  where they are put if they have to be made
  const Worth* get(std::uint32_t block, std::vector<Worth>& buffer) const {
    if (table_) return table_ + std::uint64_t{block} * block_size_;
    buffer.resize(block_size_);
    make_(block, buffer.data());
    return buffer.data();
  }

  /// Starts fetching a block into the cache.
  void prefetch(std::uint32_t block) const;

 private:
  const Worth* table_ = nullptr;
  MakeBlock<Worth> make_;
  std::uint32_t block_size_;
  TableMemory::Table made_;
};

}  // namespace mill::verifier
