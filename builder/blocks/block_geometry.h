#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "game/numbering.h"

namespace mill {

/// One word of a block's bitmaps: 64 consecutive ranks.
inline constexpr std::uint32_t kGroupSize = 64;

/// What every block of a numbering has in common, where no points are marked: the minor stones are
/// a subset of the n free points, "packed" into the low n bits of a mask, lowest free point first.
/// In memory a block is padded to whole groups; the padding is never part of a bitmap. Immutable.
class BlockGeometry {
 public:
  explicit BlockGeometry(Numbering numbering);

  const Numbering& numbering() const { return numbering_; }
  const MajorIndex& major() const { return numbering_.major(); }
  const SubsetRank& minor() const { return numbering_.minor(); }
  const Board& board() const { return major().board(); }

  std::uint32_t blocks() const { return numbering_.blocks(); }
  std::uint32_t size() const { return numbering_.block_size(); }  ///< ranks in a block
  std::uint32_t groups() const { return groups_; }
  std::uint32_t stride() const { return groups_ * kGroupSize; }  ///< bytes of a block in memory
  std::uint64_t table_bytes() const { return std::uint64_t{blocks()} * stride(); }
  int free_count() const { return minor().n(); }

  /// Packed masks by rank; the padding is zero. stride() entries, 64-byte aligned.
  const Mask* masks() const { return masks_.data(); }
  /// The same in 16 bits; null when there are more than 16 free points.
  const std::uint16_t* short_masks() const {
    return short_masks_.empty() ? nullptr : short_masks_.data();
  }

  /// Bitmap over ranks: which subsets contain packed point `index`. groups() words.
  const std::uint64_t* has(int index) const { return &has_[std::size_t(index) * groups_]; }

  /// Bitmap over ranks: all that exist. groups() words.
  const std::uint64_t* all() const { return all_.data(); }

  /// Bits of the ranks that exist in a group: all ones but in the last.
  std::uint64_t existing(std::uint32_t group) const { return all_[group]; }

  Mask free_points(std::uint32_t block) const {
    return board().all() & ~major().representative(block);
  }

 private:
  Numbering numbering_;
  std::uint32_t groups_;
  std::vector<Mask> masks_;
  std::vector<std::uint16_t> short_masks_;
  std::vector<std::uint64_t> has_, all_;
};

/// For each point of the board its packed index among `free_points`, -1 for the others.
struct PackedIndex {
  explicit PackedIndex(Mask free_points);
  Mask points() const { return points_; }
  std::int8_t of[32];
  std::uint8_t point[32] = {};  ///< the inverse: point[i] is the i-th free point
  int count = 0;

 private:
  Mask points_;
};

}  // namespace mill
