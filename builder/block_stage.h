#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include "builder/pair_state.h"

namespace millstone {

using ScratchPool = oneapi::tbb::enumerable_thread_specific<Scratch>;

/// Blocks handed to a thread at a time: enough for a task to be worth it.
inline constexpr std::uint32_t kBlocksPerTask = 32;

/// Calls `work(block, scratch)` for every block, on all threads of the arena; the scratch belongs
/// to the thread.
template <typename Work>
void for_each_block(std::uint32_t blocks, ScratchPool& pool, Work&& work) {
  oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::uint32_t>(0, blocks, kBlocksPerTask),
                            [&](const oneapi::tbb::blocked_range<std::uint32_t>& range) {
                              Scratch& scratch = pool.local();
                              for (std::uint32_t block = range.begin(); block < range.end();
                                   ++block)
                                work(block, scratch);
                            });
}

}  // namespace millstone
