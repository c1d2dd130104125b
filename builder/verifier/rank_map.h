#pragma once

#include <cstdint>
#include <vector>

#include "builder/verifier/free_points.h"
#include "game/subset_rank.h"

namespace mill::verifier {

/// Unions of masks over the subsets of at most 16 points: result[subset] is the union of
/// `points[i]` over its elements i.
void fill_unions(std::vector<Mask>& result, const Mask* points, int count);

/// Turns subsets of free points into masks of the board, by a look-up for each half.
class UnpackedSubsets {
 public:
  UnpackedSubsets(const FreePoints& free, int low_points);

  Mask operator()(Mask subset) const {
    return low_[subset & low_bits(low_points_)] | high_[subset >> low_points_];
  }

 private:
  int low_points_;
  std::vector<Mask> low_, high_;
};

/// Carries subsets of the free points of one block to ranks of subsets of the free points of
/// another: a look-up for the low half of the source, one for the high half, then the same two for
/// the rank. The points are set anew for each pair of blocks. One thread.
class RankMap {
 public:
  /// The image of a subset: its points in the target's low half at the low end, those in the high
  /// half from bit 16 on. Images of two halves are united with `|`.
  using Image = Mask;

  RankMap(const SubsetRank& source, const SubsetRank& target);

  /// @param image  target index of each source index; -1 for points in no subset asked about
  void set(const IndexMap& image);

  const Image* low() const { return low_.data(); }
  const Image* high() const { return high_.data(); }
  const std::uint32_t* low_ranks() const { return target_low_; }
  const std::uint32_t* high_ranks() const { return target_high_; }

  static std::uint32_t rank(Image image, const std::uint32_t* low_ranks,
                            const std::uint32_t* high_ranks) {
    return low_ranks[image & 0xffff] + high_ranks[image >> 16];
  }

  /// Rank in the target of the image of `subset`.
  std::uint32_t operator()(Mask subset) const {
    const Image image =
        low_[subset & low_bits(source_low_points_)] | high_[subset >> source_low_points_];
    return rank(image, target_low_, target_high_);
  }

 private:
  int source_points_, source_low_points_, target_low_points_;
  const std::uint32_t *target_low_, *target_high_;
  std::vector<Image> low_, high_;
};

}  // namespace mill::verifier
