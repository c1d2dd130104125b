#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "formats/codecs/codec.h"
#include "formats/codecs/prediction/surroundings.h"
#include "game/board.h"
#include "game/symmetry.h"

namespace mill {

// Positions that are nearly the same in two numbering blocks of a file block, which differ in the
// major stones. FORMAT.md has the steps.

/// The major stones of the first numbering block of each file block.
std::vector<Mask> first_majors_of(const SlotLayout& layout, const Variant& variant);

/// A file block begins with the major stones of its first numbering block, in so many bytes.
inline constexpr std::size_t kFirstMajorSize = 4;
std::vector<std::uint8_t> first_major_bytes(Mask major);

/// None if a file block does not begin with so many stones on points of the board.
std::optional<Mask> read_first_major(std::span<const std::uint8_t> block, const Board& board,
                                     int stones);

/// The places in `blocks` of the two whose major stones differ from these in the fewest points, of
/// equally good ones the later; blocks.size() for what there is not. Only the last 16 are looked
/// at.
/// @param blocks  the major stones of earlier numbering blocks, in order
std::array<std::size_t, 2> most_similar(Mask major, std::span<const Mask> blocks);

std::array<std::size_t, 2> most_similar(Mask major, std::span<const NumberingBlock> blocks);

/// Stands for the value in a similar block where there is no such block.
inline constexpr std::uint8_t kNoEarlier = 3;

/// Maps minor stones from beside some major stones to beside others, both numbered within the
/// points that these leave free: a point free in both to itself, the others in their order.
/// @param all  points of the board
Symmetry free_point_map(Mask all, Mask from_major, Mask to_major);

/// Whether so many points, the first, stay where they are: so it is for most pairs of blocks.
bool keeps_points(const Symmetry& map, int points);

/// Calls visit(slot, value) for all slots of a numbering block with the value that a similar one
/// has for nearly the same position.
template <typename Visit>
void for_each_similar_value(const Surroundings& file, Mask major, const NumberingBlock& similar,
                            Visit&& visit) {
  const Symmetry map = free_point_map(file.board->all(), major, similar.major);
  const CodingOrder& order = *file.order;
  if (keeps_points(map, order.ranks().n()))
    for (std::size_t slot = 0; slot < order.size(); ++slot) visit(slot, similar.values[slot]);
  else
    for (std::size_t slot = 0; slot < order.size(); ++slot)
      visit(slot, similar.values[order.ranks().rank(map(order.subsets()[slot]))]);
}

/// The major stones of numbering blocks that follow on each other. None if there are not so many
/// classes from the first one on.
/// @param first  a configuration of lowest rank in its class
std::optional<std::vector<Mask>> successive_majors(const Board& board, Mask first,
                                                   std::size_t count);

}  // namespace mill
