#include "game/unmoves.h"

namespace millstone {
namespace {

/// Where the stone that arrived on `to` may have come from. Sliding and flying know no direction.
Mask origins(const Variant& variant, const Position& before_turn, int to) {
  const Mask empty = variant.board->all() & ~before_turn.occupied();
  const bool anywhere = flies(variant.rules, count(before_turn.own), 0);
  return anywhere ? empty : empty & variant.board->neighbours[to];
}

/// Adds the un-moves of the stone on `to` over all its origins.
/// @param after  the position after the step, still seen by the side that moved
/// @param taken  the stone the turn removed, back on `after`; 0 if none
void take_back(const Variant& variant, const Position& after, int to, Mask taken,
               std::vector<Unmove>& result) {
  for_each_bit(origins(variant, after, to), [&](int from) {
    Position before = after;
    before.own = (after.own & ~bit(to)) | bit(from);
    result.push_back(
        {{static_cast<std::int8_t>(from), static_cast<std::int8_t>(to), taken}, before});
  });
}

}  // namespace

std::vector<Unmove> unmoves(const Variant& variant, const Position& position) {
  MILLSTONE_CHECK(position.own_hand == 0 && position.opponent_hand == 0 && position.removals == 0);
  std::vector<Unmove> result;
  result.reserve(64);  // seldom more; growing would take longer than the rest
  const Position after = turned(position);
  if (after.own_total() < variant.rules.pieces_at_least_count) return result;

  const Mask empty = variant.board->all() & ~after.occupied();
  const bool room = after.opponent_total() < variant.rules.piece_count;
  for_each_bit(after.own, [&](int to) {
    const bool mill = variant.board->closes_mill(after.own, to);
    if (!mill || !after.opponent) take_back(variant, after, to, 0, result);
    if (!mill || !room) return;
    for_each_bit(empty, [&](int point) {
      Position restored = after;
      restored.opponent |= bit(point);
      if (removable(variant, restored.opponent) & bit(point))
        take_back(variant, restored, to, bit(point), result);
    });
  });
  return result;
}

}  // namespace millstone
