#include "builder/verifier/recompute.h"

namespace mill::verifier {
namespace {

/// Whether a side with stones in hand places, takes one stone for a mill, and that is all.
bool placing_is_plain(const Rules& rules) {
  return !rules.takes_from_hand() && !rules.counts_mills() && !rules.move_while_placing &&
         !rules.defender_moves_first && !rules.stop_at_two_empty;
}

/// Whether the side that places has the major stones before and after it, or neither.
bool placing_keeps_major(const Subspace& subspace) {
  return subspace.own_is_major() != after_placing(subspace).own_is_major();
}

}  // namespace

Method method_for(const Variant& variant, const Subspace& subspace) {
  const Rules& rules = variant.rules;
  const bool major = subspace.own_is_major();
  if (!has_usual_turns(variant, subspace)) return Method::kActionByAction;
  const bool full = subspace.own + subspace.opponent == variant.board->points();
  if (full || rules.remove_multiple) return Method::kPositionByPosition;
  if (subspace.own_hand + subspace.opponent_hand == 0)
    return major ? Method::kMajorMoves : Method::kMinorMoves;
  if (subspace.own_hand == 0 || !placing_is_plain(rules) || !placing_keeps_major(subspace))
    return Method::kPositionByPosition;
  return major ? Method::kMajorPlaces : Method::kMinorPlaces;
}

}  // namespace mill::verifier
