#pragma once

#include <algorithm>
#include <limits>
#include <tuple>
#include <vector>

#include "builder/blocks/block_geometry.h"
#include "builder/blocks/kernels.h"

namespace mill {

/// Positions whose steps are undone one by one in one call of a kernel.
inline constexpr std::uint32_t kSlideBatch = 32;

/// Most ranks that one call of a kernel adds to the updates of a block: one step of all positions,
/// or all steps of a batch of them, each from one point of a board to another.
inline std::uint32_t most_updates_per_call(const BlockGeometry& geometry) {
  constexpr std::uint32_t kPoints = std::numeric_limits<Mask>::digits;
  return std::max(geometry.stride(), kSlideBatch * kPoints * kPoints);
}

/// Updates of a block are applied as soon as there are so many.
inline std::uint32_t enough_updates(const BlockGeometry& geometry) { return geometry.stride(); }

/// So there are never more than these, with what a kernel writes beyond.
inline std::uint32_t most_updates(const BlockGeometry& geometry) {
  return enough_updates(geometry) + most_updates_per_call(geometry) + kRankSlack;
}

/// Rows of cells by rank, and cells one after the other.
template <typename Cell>
struct ScratchRows {
  std::vector<Cell> row, fold, stream;
};

/// Buffers of one thread.
struct Scratch {
  std::vector<GroupBits> source, frontier, arrived;
  std::vector<std::uint32_t> ranks, blocks;
  std::vector<std::uint8_t> quiet;
  std::vector<std::uint64_t> words, blocked, decided, able, reached, bit_stream;
  std::tuple<ScratchRows<std::uint8_t>, ScratchRows<std::uint16_t>> rows;

  template <typename Cell>
  ScratchRows<Cell>& rows_of() {
    return std::get<ScratchRows<Cell>>(rows);
  }

  void fit(const BlockGeometry& geometry) {
    if (quiet.size() == geometry.stride()) return;
    ranks.resize(most_updates(geometry));
    blocks.resize(geometry.stride() + kRankSlack);
    quiet.resize(geometry.stride());
  }
};

}  // namespace mill
