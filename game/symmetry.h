#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "base/error.h"

namespace mill {

/// A permutation of the points of a board, ready to be applied to masks.
class Symmetry {
 public:
  /// `image[i]` is where point i goes.
  explicit Symmetry(const std::vector<int>& image);

  int operator()(int point) const { return image_[point]; }

  /// Image of a set of points: four look-ups, whatever the set.
  Mask operator()(Mask mask) const {
    return bytes_[0][mask & 255] | bytes_[1][mask >> 8 & 255] | bytes_[2][mask >> 16 & 255] |
           bytes_[3][mask >> 24];
  }

  /// The look-up tables: image of byte b of a mask with value v at [256 * b + v].
  const Mask* byte_images() const { return bytes_[0].data(); }

 private:
  std::array<std::uint8_t, 32> image_{};
  std::array<std::array<Mask, 256>, 4> bytes_{};
};

/// Moves the low bits of a mask to the points of a set, the lowest to the lowest, as expand() does:
/// worth making where many masks go to the same points.
Symmetry spread_over(Mask points);

/// A group of symmetries. Element 0 is the identity.
struct SymmetryGroup {
  std::vector<Symmetry> elements;
  std::vector<int> inverse;  ///< inverse[g] is the index of the inverse of element g

  int size() const { return static_cast<int>(elements.size()); }
};

/// The stones of two sides.
using Stones = std::pair<Mask, Mask>;

/// The least of all images of `stones`: the same for all images.
inline Stones least_image(const SymmetryGroup& group, const Stones& stones) {
  Stones least = stones;
  for (const Symmetry& symmetry : group.elements)
    least = std::min(least, {symmetry(stones.first), symmetry(stones.second)});
  return least;
}

/// The same for several sets of points.
template <std::size_t N>
std::array<Mask, N> least_image(const SymmetryGroup& group, const std::array<Mask, N>& sets) {
  std::array<Mask, N> least = sets, image;
  for (const Symmetry& symmetry : group.elements) {
    std::ranges::transform(sets, image.begin(), [&](Mask set) { return symmetry(set); });
    least = std::min(least, image);
  }
  return least;
}

/// Most symmetries a board may have. The five-dimensional cube has 3840, boards that people play on
/// 8 or 16; and counts of positions times this many still fit into 64 bits on 32 points.
inline constexpr std::size_t kMaxSymmetries = 4096;

/// All permutations of the points that keep adjacency and lines, found by backtracking over the
/// graph; in lexicographic order of their images, so the identity is first. kInvalidArgument if
/// there are more than kMaxSymmetries or the search would take longer than about a second.
/// @param neighbours  for each point the mask of points it is joined to
/// @param lines       masks of points that form a mill
Result<SymmetryGroup> find_symmetries(const std::vector<Mask>& neighbours,
                                      const std::vector<Mask>& lines);

}  // namespace mill
