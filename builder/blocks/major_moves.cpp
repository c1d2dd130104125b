#include "builder/blocks/major_moves.h"

#include <algorithm>

namespace mill {

namespace {

MajorMove make_move(const MajorIndex& major, const PackedIndex& free, Mask moved, int from,
                    int to) {
  const Board& board = major.board();
  const MajorIndex::Entry entry = major.find(moved);
  const Symmetry& there = board.symmetries.elements[entry.symmetry];
  const Symmetry& back = board.symmetries.elements[board.symmetries.inverse[entry.symmetry]];
  const PackedIndex target_free(board.all() & ~major.representative(entry.block));
  const int vacated = target_free.of[there(from)];
  const PackedMap map = make_packed_map(target_free, back, free);
  return {entry.block,
          static_cast<std::uint8_t>(entry.symmetry),
          static_cast<std::uint8_t>(free.of[to]),
          static_cast<std::uint8_t>(vacated),
          static_cast<std::uint8_t>(board.lines_closed(moved, to)),
          keeps_order(map, bit(vacated)),
          map};
}

/// Calls `visit(from, to, moved)` for every slide or flight, with the stones after it.
template <typename Visit>
void for_each_move(const Board& board, Mask stones, bool anywhere, Visit&& visit) {
  const Mask empty = board.all() & ~stones;
  for_each_bit(stones, [&](int from) {
    for_each_bit(anywhere ? empty : empty & board.neighbours[from],
                 [&](int to) { visit(from, to, (stones & ~bit(from)) | bit(to)); });
  });
}

}  // namespace

std::uint32_t count_quiet_moves(const Board& board, Mask stones, bool anywhere) {
  std::uint32_t quiet = 0;
  for_each_move(board, stones, anywhere,
                [&](int, int to, Mask moved) { quiet += !board.closes_mill(moved, to); });
  return quiet;
}

std::size_t MajorMoves::expected_moves(const Board& board, int stones, bool anywhere) {
  // A stone on one end of an edge and none on the other, for each edge and direction.
  std::uint64_t ways = static_cast<std::uint64_t>(board.points()) * (board.points() - 1);
  if (!anywhere) {
    ways = 0;
    for (Mask joined : board.neighbours) ways += static_cast<std::uint64_t>(count(joined));
  }
  const std::uint64_t configurations = ways * binomial(board.points() - 2, stones - 1);
  // Classes with symmetries of their own are too few to matter much.
  return configurations / board.symmetries.elements.size() * 11 / 10 + 64;
}

MajorMoves::MajorMoves(const MajorIndex& major, BlockRange blocks, bool anywhere)
    : blocks_(blocks) {
  const Board& board = major.board();
  moves_.reserve(expected_moves(board, major.stones(), anywhere) * blocks.count() /
                 std::max(major.blocks(), 1u));
  for (std::uint32_t block = blocks.begin; block < blocks.end; ++block) {
    const Mask stones = major.representative(block);
    const PackedIndex free(board.all() & ~stones);
    const auto add = [&](bool closing) {
      for_each_move(board, stones, anywhere, [&](int from, int to, Mask moved) {
        if (board.closes_mill(moved, to) == closing)
          moves_.push_back(make_move(major, free, moved, from, to));
      });
    };
    first_.push_back(static_cast<std::uint32_t>(moves_.size()));
    add(false);
    first_closing_.push_back(static_cast<std::uint32_t>(moves_.size()));
    add(true);
  }
  first_.push_back(static_cast<std::uint32_t>(moves_.size()));
}

bool keeps_order(const PackedMap& map, Mask left_out) {
  int next = 0;
  for (int point = 0; point < map.points; ++point) {
    if (left_out & bit(point)) continue;
    if (map.image[point] < next) return false;
    next = map.image[point] + 1;
  }
  return true;
}

Mask image_of(const PackedMap& map, Mask left_out) {
  Mask image = 0;
  for (int point = 0; point < map.points; ++point)
    if (!(left_out & bit(point))) image |= bit(map.image[point]);
  return image;
}

PackedMap make_packed_map(const PackedIndex& from_free, const Symmetry& symmetry,
                          const PackedIndex& to_free) {
  PackedMap map{};
  map.points = static_cast<std::uint8_t>(from_free.count);
  for (int i = 0; i < from_free.count; ++i) {
    const int target = to_free.of[symmetry(static_cast<int>(from_free.point[i]))];
    map.image[i] = static_cast<std::uint8_t>(target < 0 ? 0 : target);
  }
  return map;
}

}  // namespace mill
