#pragma once

#include <vector>

#include "base/bits.h"
#include "formats/codecs/prediction/slot_slices.h"
#include "formats/codecs/prediction/surroundings.h"
#include "game/board.h"

namespace mill {

/// What decides about lines in one numbering block, in masks of the points that the major stones
/// leave free. FORMAT.md has the terms.
struct BlockLines {
  /// A point of a line without major stones, and its other points. Where minor stones hold these
  /// alone, the line lacks one; with a stone on any of `helpers`, it can be completed.
  struct MinorGap {
    Mask gap, stones, helpers;
  };
  std::vector<MinorGap> minor_gaps;
  std::vector<Mask> minor_lines;     ///< those without a major stone
  std::vector<Mask> major_closings;  ///< points that the major side could complete a line at
  std::vector<Mask> major_gaps;      ///< points that a line lacks and can't be completed at
  int major_mills = 0;

  BlockLines(const Board& board, Mask major, Reach reach);
};

/// Of each slot of a slice: lines that a side can complete, those that it lacks a stone of and
/// can't, and those that are full of minor stones.
struct LineFacts {
  SlicedCounts<2> minor_closings, major_closings, minor_mills;
  SlicedCounts<3> minor_gaps, major_gaps;

  LineFacts(const BlockLines& lines, PointSlices minor);
};

}  // namespace mill
