#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "builder/blocks/block_geometry.h"
#include "builder/blocks/block_range.h"
#include "builder/blocks/kernels.h"

namespace mill {

/// A slide or flight of a major stone, found once for a whole block: after it, `symmetry` maps the
/// major stones to the representative of `target`.
struct MajorMove {
  std::uint32_t target;
  std::uint8_t symmetry;
  std::uint8_t to;       ///< packed point of the block that the stone goes to
  std::uint8_t vacated;  ///< packed point of the target block that it leaves empty
  std::uint8_t lines;    ///< lines it completes
  bool keeps_order;      ///< whether `back` keeps the order of points, and so that of subsets
  PackedMap back;        ///< packed minor stones of the target block to those of this one
};

/// Slides, or flights, of these stones that close no mill, the other points being empty.
std::uint32_t count_quiet_moves(const Board& board, Mask stones, bool anywhere);

/// All moves of the major stones of every block of a range, those that close no mill first.
class MajorMoves {
 public:
  /// @param anywhere  whether the stones fly
  MajorMoves(const MajorIndex& major, BlockRange blocks, bool anywhere);

  /// About how many moves there are, rather more than fewer; what memory is planned for.
  static std::size_t expected_moves(const Board& board, int stones, bool anywhere);

  std::span<const MajorMove> quiet(std::uint32_t block) const {
    return {moves_.data() + first_[at(block)], moves_.data() + first_closing_[at(block)]};
  }
  std::span<const MajorMove> closing(std::uint32_t block) const {
    return {moves_.data() + first_closing_[at(block)], moves_.data() + first_[at(block) + 1]};
  }
  std::span<const MajorMove> all(std::uint32_t block) const {
    return {moves_.data() + first_[at(block)], moves_.data() + first_[at(block) + 1]};
  }
  std::size_t bytes() const {
    return moves_.size() * sizeof(MajorMove) + 2 * first_.size() * sizeof(std::uint32_t);
  }

 private:
  std::size_t at(std::uint32_t block) const { return block - blocks_.begin; }

  BlockRange blocks_;
  std::vector<MajorMove> moves_;
  std::vector<std::uint32_t> first_, first_closing_;
};

/// Whether a map keeps the order of all its points but those `left_out`.
bool keeps_order(const PackedMap& map, Mask left_out);

/// Its images of all points but those `left_out`.
Mask image_of(const PackedMap& map, Mask left_out);

/// The map of packed minor stones that goes with a change of the major stones: packed among
/// `from_free`, then the symmetry, then packed among `to_free`. A point that leaves the free set
/// has image 0.
PackedMap make_packed_map(const PackedIndex& from_free, const Symmetry& symmetry,
                          const PackedIndex& to_free);

}  // namespace mill
