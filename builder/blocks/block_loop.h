#pragma once

#include <oneapi/tbb/enumerable_thread_specific.h>

#include "base/parallel.h"
#include "builder/blocks/block_range.h"
#include "builder/blocks/scratch.h"

namespace mill {

using ScratchPool = oneapi::tbb::enumerable_thread_specific<Scratch>;

/// Blocks handed to a thread at a time: enough for a task to be worth it.
inline constexpr std::uint32_t kBlocksPerTask = 32;

/// Calls `work(block, scratch)` for every block, on all threads of the arena; the scratch belongs
/// to the thread.
template <typename Work>
void for_each_block(std::uint32_t blocks, ScratchPool& pool, Work&& work) {
  for_each_range(blocks, kBlocksPerTask, [&](std::uint32_t begin, std::uint32_t end) {
    Scratch& scratch = pool.local();
    for (std::uint32_t block = begin; block < end; ++block) work(block, scratch);
  });
}

/// The same for the blocks of a range.
template <typename Work>
void for_each_block(BlockRange range, ScratchPool& pool, Work&& work) {
  for_each_block(range.count(), pool, [&](std::uint32_t index, Scratch& scratch) {
    work(range.begin + index, scratch);
  });
}

}  // namespace mill
