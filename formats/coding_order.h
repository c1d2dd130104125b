#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "game/subset_rank.h"

namespace millstone {

/// The order in which the slots of one numbering block are coded, and for each slot the slots it is
/// predicted from. It follows from the number of free points and of minor stones alone.
///
/// Slots are taken by the sum of the points that hold minor stones. Every neighbour has one stone
/// on a lower point, hence a lower sum: it has been coded before, and slots of one sum do not
/// depend on each other, which keeps a processor busy. Immutable; safe to read from many threads.
class CodingOrder {
 public:
  static constexpr int kNeighbours = 7;

  /// One slot of the block, at its turn. A neighbour that does not exist is size().
  struct Step {
    std::array<std::uint16_t, kNeighbours> neighbours;
    std::uint16_t slot;
  };

  /// Whether blocks of that many slots can be ordered.
  static bool fits(std::uint32_t block_size) { return block_size < UINT16_MAX; }

  explicit CodingOrder(const SubsetRank& minor);

  std::uint32_t size() const { return static_cast<std::uint32_t>(steps_.size()); }
  std::span<const Step> steps() const { return steps_; }

 private:
  std::vector<Step> steps_;
};

}  // namespace millstone
