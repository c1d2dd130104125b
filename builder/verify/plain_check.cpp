#include "builder/verify/plain_check.h"

#include <algorithm>

#include "game/moves.h"

namespace millstone::verifier {

Key successor_key(const Successors& successors, const Position& position) {
  const int least = successors.variant.rules.pieces_at_least_count;
  if (position.own_total() < least) return kKeyLostNow;
  // Both sides take a stone of a full board before anybody moves.
  if (position.removals) return recompute_plainly(successors, position);
  // The hands that the rules empty may have held what the opponent needs.
  if (position.opponent_total() < least) return win_key(1);
  return successors.at(subspace_of(position)).key(position);
}

Key recompute_plainly(const Successors& successors, const Position& position) {
  const Variant& variant = successors.variant;
  const Status now = status(variant, position);
  if (now != Status::kOpen) return ends_in_draw(variant, now) ? kKeyDraw : kKeyLostNow;
  Key best = kKeyLostNow;
  for (const Turn& turn : generate_turns(variant, position)) {
    const Played played = play(variant, position, turn);
    const Key key = successor_key(successors, played.position);
    best = std::min(best, played.same_side ? key : key_before(key));
  }
  return best;
}

}  // namespace millstone::verifier
