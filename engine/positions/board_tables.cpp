#include "engine/positions/board_tables.h"

namespace mill {

BoardTables::BoardTables(const Board& board) : all_(board.all()), lines_(board.lines) {
  for (int point = 0; point < board.points(); ++point) {
    neighbours_[point] = board.neighbours[point];
    degrees_[point] = static_cast<std::uint8_t>(count(board.neighbours[point]));
    for (Mask line : board.lines_at[point]) rests_.push_back(line & ~bit(point));
    first_[point + 1] = static_cast<int>(rests_.size());
  }
  for (int byte = 0; byte < 4; ++byte)
    for (Mask bits = 0; bits < 256; ++bits)
      for_each_bit(bits << 8 * byte & all_,
                   [&](int point) { unions_[byte][bits] |= neighbours_[point]; });
}

}  // namespace mill
