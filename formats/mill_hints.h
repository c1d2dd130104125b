#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/board.h"
#include "game/subset_rank.h"

namespace millstone {

/// What the board says about the slots of a numbering block, for predicting their values: whether
/// a side could complete a line by one slide. Asked of the graph only, whatever the rules say about
/// flying or placing: a hint need not be right, but reader and writer must agree on it.
/// Immutable; safe to use from many threads.
class MillHints {
 public:
  static constexpr std::uint8_t kMinorCloses = 1;
  static constexpr std::uint8_t kMajorCloses = 2;
  static constexpr int kCombinations = 4;

  MillHints(std::shared_ptr<const Board> board, int major_stones, const SubsetRank& minor);

  /// Hints of the slots of one numbering block.
  /// @param block  number of the block
  /// @param hints  one byte a slot, the hints that hold added up
  void find(std::uint32_t block, std::span<std::uint8_t> hints) const;

 private:
  /// A way of the minor side to complete a line, in masks of the points the major side leaves free:
  /// the stones `line` are there, `line_and_gap` holds nothing else, and one of `helpers` is there.
  struct Closing {
    Mask line_and_gap, line, helpers;
  };
  std::vector<Closing> minor_closings(Mask major) const;
  Mask major_closings(Mask major) const;

  std::shared_ptr<const Board> board_;
  std::vector<Mask> representatives_;  // of the major stones, by block
  std::vector<Mask> minor_;            // subsets of the free points, by rank
};

}  // namespace millstone
