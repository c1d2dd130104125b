#pragma once

#include <array>
#include <vector>

#include "game/board.h"

namespace mill::verifier {

/// For each index of one set of free points, an index of another, or -1.
using IndexMap = std::array<int, kMaxPoints>;

/// The points that the major stones of a block leave free, numbered 0..count-1 in the order of the
/// board. Subsets of them written in these numbers are what the minor rank of a slot is taken of.
struct FreePoints {
  FreePoints(const Board& board, Mask stones);

  Mask mask;                ///< the free points, as points of the board
  int count = 0;            ///< how many
  IndexMap points;          ///< point of the board by index
  IndexMap indices;         ///< index by point of the board; -1 where a stone stands
  std::vector<Mask> lines;  ///< lines that are free altogether, in indices

  /// Indices of those of `board_points` that are free.
  Mask pack(Mask board_points) const;

  /// Where `symmetry` carries each of these points among the points of `target`; -1 where `target`
  /// has a stone.
  IndexMap image(const Symmetry& symmetry, Mask target) const;
};

}  // namespace mill::verifier
