#pragma once

#include <cstdint>
#include <vector>

#include "base/bits.h"
#include "game/board.h"
#include "game/subset_rank.h"
#include "game/subspace.h"
#include "game/symmetry.h"

namespace mill {

/// Points, symmetries and numbers as Malom has them, on a board of 24 points: a set of points is a
/// mask of its bits. README.md of this room says which they are. Immutable; any thread.
class MalomPoints {
 public:
  explicit MalomPoints(const Board& board);

  static constexpr int kPoints = 24;

  /// A mask of the board as one of Malom's bits, and back.
  Mask to_malom(Mask mask) const { return to_malom_(mask); }
  Mask from_malom(Mask mask) const { return from_malom_(mask); }

  /// By their numbers in the files; the identity is the last.
  const std::vector<Symmetry>& symmetries() const { return symmetries_; }

 private:
  Symmetry to_malom_, from_malom_;
  std::vector<Symmetry> symmetries_;
};

/// The stones of a sector's position: of the side to move and of the other, in Malom's bits.
struct SectorStones {
  Mask own = 0, opponent = 0;
  friend bool operator==(const SectorStones&, const SectorStones&) = default;
};

/// Indexes of a sector, without making its SectorIndex.
std::uint32_t sector_size(const Board& board, const Subspace& sector);

/// How the positions of a sector are numbered: by the orbit of the stones of the side to move, then
/// by those of the other side. Immutable; any thread.
class SectorIndex {
 public:
  /// @param own, opponent  stones on the board, 0..12
  SectorIndex(const MalomPoints& points, int own, int opponent);

  const MalomPoints& points() const { return points_; }

  /// Indexes are below it.
  std::uint32_t size() const {
    return static_cast<std::uint32_t>(orbits_.size()) * opponent_.size();
  }

  /// Sets of own stones up to symmetry; the least mask of each, ascending.
  const std::vector<Mask>& orbits() const { return orbits_; }
  /// The sets of the other side's stones beside each, squeezed into the points left free.
  const SubsetRank& opponent() const { return opponent_; }

  std::uint32_t index(const SectorStones& stones) const;
  SectorStones stones(std::uint32_t index) const;

  /// Numbers of the symmetries that map an orbit's least mask to itself, ascending; the identity is
  /// the last.
  std::vector<int> stabilizer(std::uint32_t orbit) const;

  /// Which of the images under a stabilizer holds the value of all of them: the least; told by the
  /// lowest number of a symmetry that leads there, or kItself.
  static constexpr int kItself = -1;
  int holder(const std::vector<int>& stabilizer, Mask opponent) const;

 private:
  const MalomPoints& points_;
  SubsetRank own_, opponent_;
  std::vector<Mask> orbits_;
  std::vector<std::uint32_t> entries_;  // orbit * 16 + symmetry that leads to it, by rank of own
};

}  // namespace mill
