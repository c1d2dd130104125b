#include "game/mill_memory.h"

namespace mill {

int earning_lines(const Variant& variant, Position& after, int to) {
  if (!variant.rules.one_time_mills) return variant.board->lines_closed(after.own, to);
  Mask& used = after.memory.own_used;
  int lines = 0;
  for (const Mask line : variant.board->lines_at[to]) {
    if ((after.own & line) != line || (used & line) == line) continue;
    used |= line;
    ++lines;
  }
  return lines;
}

void remember_mill_move(const Variant& variant, Position& after, int from, int to, bool takes) {
  if (!variant.rules.restrict_repeated_mills) return;
  const bool mill = variant.board->closes_mill(after.own, to);
  const bool keeps = !mill && (from < 0 || takes);
  if (keeps) return;
  after.memory.own_mill = {};
  if (mill && from >= 0)
    after.memory.own_mill = {static_cast<std::int8_t>(from), static_cast<std::int8_t>(to)};
}

Memory::MillMove forbidden_step(const Variant& variant, const Position& position) {
  const auto [from, to] = position.memory.own_mill;
  if (from == to) return {};
  const Board& board = *variant.board;
  const bool stands = (position.own & bit(to)) && board.closes_mill(position.own, to);
  const Mask moved = (position.own & ~bit(to)) | bit(from);
  return stands && board.closes_mill(moved, from) ? Memory::MillMove{to, from} : Memory::MillMove{};
}

}  // namespace mill
