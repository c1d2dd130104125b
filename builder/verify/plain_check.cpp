#include "builder/verify/plain_check.h"

#include <algorithm>

#include "game/moves.h"

namespace millstone::verifier {
namespace {

Key final_key(const Variant& variant, Status status) {
  return ends_in_draw(variant, status) ? kKeyDraw : kKeyLostNow;
}

}  // namespace

Key recompute_plainly(const Successors& successors, const Position& position) {
  const Variant& variant = successors.variant;
  const Status now = status(variant, position);
  if (now != Status::kOpen) return final_key(variant, now);
  Key worst_for_opponent = 0;
  for (const Turn& turn : generate_turns(variant, position)) {
    const Position next = apply(variant, position, turn);
    Key key = kKeyLostNow;  // too few stones
    if (!turn.removed)
      key = successors.mirror.key(next);
    else if (successors.reduced)
      key = successors.reduced->key(next);
    worst_for_opponent = std::max(worst_for_opponent, key);
  }
  return key_before(worst_for_opponent);
}

}  // namespace millstone::verifier
