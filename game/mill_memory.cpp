#include "game/mill_memory.h"

namespace mill {

int unused_lines(const Variant& variant, Position& after, int to) {
  Mask& used = after.memory.own_used;
  int lines = 0;
  for (const Mask line : variant.board->lines_at[to]) {
    if ((after.own & line) != line || (used & line) == line) continue;
    used |= line;
    ++lines;
  }
  return lines;
}

void keep_mill_move(const Variant& variant, Position& after, int from, int to, bool takes) {
  const bool mill = variant.board->closes_mill(after.own, to);
  const bool keeps = !mill && (from < 0 || takes);
  if (keeps) return;
  after.memory.own_mill = {};
  if (mill && from >= 0)
    after.memory.own_mill = {static_cast<std::int8_t>(from), static_cast<std::int8_t>(to)};
}

bool forbids_step_back(const Board& board, Mask stones, Memory::MillMove mill) {
  if (!mill.exists() || !(stones & bit(mill.to)) || (stones & bit(mill.from))) return false;
  const Mask moved = (stones & ~bit(mill.to)) | bit(mill.from);
  return board.closes_mill(stones, mill.to) && board.closes_mill(moved, mill.from);
}

Memory::MillMove forbidden_step(const Variant& variant, const Position& position) {
  const Memory::MillMove mill = position.memory.own_mill;
  if (!forbids_step_back(*variant.board, position.own, mill)) return {};
  return {mill.to, mill.from};
}

}  // namespace mill
