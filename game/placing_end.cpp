#include "game/placing_end.h"

#include <utility>

#include "game/blocked_side.h"

namespace mill {
namespace {

int standing_lines(const Board& board, Mask stones) {
  int standing = 0;
  for (const Mask line : board.lines) standing += (stones & line) == line;
  return standing;
}

/// How many stones a side takes that has `own` standing lines against `other`; one of its own where
/// neither has any.
int counted_removals(int own, int other) {
  if (own == 0 && other == 0) return 1;
  if (own == 0 || other == 0) return own == 0 ? 1 : 2;
  return own > other ? other + 1 : own;
}

/// @param first  of the side that takes first, with nothing pending
Position with_counted_removals(const Board& board, Position first) {
  const int own = standing_lines(board, first.own);
  const int other = standing_lines(board, first.opponent);
  first.removals = static_cast<std::uint8_t>(counted_removals(own, other));
  first.memory.opponent_removals = static_cast<std::uint8_t>(counted_removals(other, own));
  first.memory.from_own = own == 0 && other == 0;
  return first;
}

}  // namespace

Played end_placing(const Variant& variant, const Position& after, bool goes_on, bool second) {
  const auto seen_by = [&](bool same_side) { return same_side ? after : turned(after); };
  if (variant.rules.counts_mills())
    return {with_counted_removals(*variant.board, seen_by(goes_on)), goes_on};
  // Nobody is asked where a full board is a draw.
  const bool asks = after.occupied() == variant.board->all() &&
                    board_full_act(variant.rules) != BlockedAct::kDraws;
  const bool same_side = asks ? full_board_asks_second(variant.rules) == second : goes_on;
  return {seen_by(same_side), same_side};
}

Played end_counted_removals(const Variant& variant, Position after) {
  const int due = std::exchange(after.memory.opponent_removals, std::uint8_t{0});
  const bool from_own = std::exchange(after.memory.from_own, false);
  if (has_lost(variant.rules, after)) return {after, true};
  Position other = turned(after);
  other.removals = static_cast<std::uint8_t>(due);
  other.memory.from_own = from_own && due > 0;
  return {other, false};
}

}  // namespace mill
