#include "builder/major_moves.h"

#include "game/moves.h"

namespace millstone {

MajorMoves::MajorMoves(const Variant& variant, const MajorIndex& major) {
  const Board& board = major.board();
  const bool anywhere = flies(variant.rules, major.stones(), 0);
  for (std::uint32_t block = 0; block < major.blocks(); ++block) {
    const Mask stones = major.representative(block);
    const auto add = [&](bool closing) {
      for_each_bit(stones, [&](int from) {
        const Mask empty = board.all() & ~stones;
        for_each_bit(anywhere ? empty : empty & board.neighbours[from], [&](int to) {
          const Mask moved = (stones & ~bit(from)) | bit(to);
          if (board.closes_mill(moved, to) != closing) return;
          const MajorIndex::Entry entry = major.find(moved);
          moves_.push_back({entry.block, static_cast<std::uint8_t>(entry.symmetry),
                            static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                            closing});
        });
      });
    };
    first_.push_back(static_cast<std::uint32_t>(moves_.size()));
    add(false);
    first_closing_.push_back(static_cast<std::uint32_t>(moves_.size()));
    add(true);
  }
  first_.push_back(static_cast<std::uint32_t>(moves_.size()));
}

PackedMap make_packed_map(const PackedIndex& from_free, const Symmetry& symmetry,
                          const PackedIndex& to_free) {
  PackedMap map;
  map.points = from_free.count;
  for (int i = 0; i < from_free.count; ++i) {
    const int target = to_free.of[symmetry(static_cast<int>(from_free.point[i]))];
    map.image[i] = target < 0 ? 0 : bit(target);
  }
  return map;
}

}  // namespace millstone
