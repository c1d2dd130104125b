#include "formats/codecs/network/slot_facts.h"

#include <algorithm>
#include <vector>

#include "formats/codecs/prediction/line_facts.h"

namespace mill {
namespace {

/// Masks of free points that decide about the facts of one numbering block, besides its lines.
struct BlockMoves {
  struct MinorStone {
    Mask point, beside;  // the free points beside it
  };
  std::vector<MinorStone> minor;   // for each free point
  std::vector<Mask> joined;        // each two free points that a stone slides between
  std::vector<Mask> major;         // for each major stone the free points beside it
  std::vector<Mask> single_lines;  // the other points of lines with one major stone

  BlockMoves(const Board& board, Mask stones) {
    const Mask free = board.all() & ~stones;
    for_each_bit(board.all(), [&](int point) {
      const Mask beside = compress(board.neighbours[point] & free, free);
      if ((stones & bit(point)) != 0) {
        major.push_back(beside);
        return;
      }
      const Mask here = compress(bit(point), free);
      minor.push_back({here, beside});
      for_each_bit(beside & (here - 1), [&](int other) { joined.push_back(here | bit(other)); });
    });
    for (const Mask line : board.lines)
      if (count(line & stones) == 1) single_lines.push_back(compress(line & free, free));
  }
};

/// Of each slot of a slice: slides and stones without any, of both sides, and lines that hold one
/// stone of a side and nothing else.
struct MoveFacts {
  SlicedCounts<4> major_mobility, minor_mobility;
  SlicedCounts<3> major_blocked, minor_blocked, major_singles, minor_singles;

  MoveFacts(const BlockLines& lines, const BlockMoves& moves, PointSlices minor) {
    for (const Mask beside : moves.major) {
      major_blocked.add(on_all(minor, beside));
      for_each_bit(beside, [&](int point) { major_mobility.add(~on_any(minor, bit(point))); });
    }
    for (const BlockMoves::MinorStone& stone : moves.minor)
      minor_blocked.add(on_all(minor, stone.point | stone.beside));
    for (const Mask points : moves.joined) minor_mobility.add(on_one(minor, points));
    for (const Mask rest : moves.single_lines) major_singles.add(~on_any(minor, rest));
    for (const Mask line : lines.minor_lines) minor_singles.add(on_one(minor, line));
  }
};

}  // namespace

void find_slot_facts(const Surroundings& file, Mask major, std::span<SlotFacts> facts) {
  const BlockLines block_lines(*file.board, major, file.reach);
  const BlockMoves block_moves(*file.board, major);
  const SlicedCounts<2> major_mills = same_in_all<2>(block_lines.major_mills);
  for (std::size_t begin = 0; begin < facts.size(); begin += kSliceSlots) {
    const PointSlices minor = file.order->slices(begin / kSliceSlots);
    const LineFacts lines(block_lines, minor);
    const MoveFacts moves(block_lines, block_moves, minor);
    const std::array<SliceBytes, std::tuple_size_v<SlotFacts>> numbers = {
        bytes_of(lines.major_closings, lines.minor_closings, major_mills, lines.minor_mills),
        bytes_of(moves.major_mobility, moves.minor_mobility),
        bytes_of(moves.major_blocked, moves.minor_blocked),
        bytes_of(lines.major_gaps, lines.minor_gaps),
        bytes_of(moves.major_singles, moves.minor_singles)};
    std::array<SlotFacts, kSliceSlots> of_slice;
    put_side_by_side(numbers, of_slice);
    std::ranges::copy(std::span(of_slice).first(std::min(kSliceSlots, facts.size() - begin)),
                      facts.begin() + static_cast<std::ptrdiff_t>(begin));
  }
}

}  // namespace mill
