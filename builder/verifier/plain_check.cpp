#include "builder/verifier/plain_check.h"

#include "game/moves.h"
#include "game/placing_end.h"

namespace mill::verifier {
namespace {

constexpr Outcome kLostNow{Value::kLoss, 0};

bool is_better(const Outcome& left, const Outcome& right) {
  if (left.value != right.value) return left.value > right.value;
  return left.value == Value::kWin ? left.distance < right.distance
                                   : left.distance > right.distance;
}

/// The outcome of a position that a whole turn leads to, for its side to move.
Outcome outcome_after(const SuccessorTables& successors, const Position& position) {
  const Variant& variant = successors.variant;
  if (has_lost(variant.rules, position)) return kLostNow;
  // Both sides take stones, of a full board, where one is blocked, or of those that mills have
  // counted, before anybody moves.
  if (!is_settled(variant, position)) return recompute_plainly(successors, position);
  // The hands that the rules empty may have held what the opponent needs.
  if (opponent_has_lost(variant.rules, position)) return {Value::kWin, 1};
  const LoadedSubspace& table = successors.at(subspace_of(variant, position));
  return table.outcome(table.numbering().slot(position));
}

/// The best that the side to move can get.
/// @param lowest  as in generate_actions_from()
Outcome best_of_actions(const SuccessorTables& successors, const Position& position, int lowest) {
  const Variant& variant = successors.variant;
  const Status now = status(variant, position);
  if (now != Status::kOpen) return ends_in_draw(variant, now) ? Outcome{} : kLostNow;
  Outcome best = kLostNow;
  for (const Action& action : generate_actions_from(variant, position, lowest)) {
    const Played played = play(variant, position, action);
    const Outcome after = turn_goes_on(position, action, played)
                              ? best_of_actions(successors, played.position,
                                                lowest_after(variant, position, action, played))
                              : outcome_after(successors, played.position);
    const Outcome mine = played.same_side ? after : outcome_before(after);
    if (is_better(mine, best)) best = mine;
  }
  return best;
}

}  // namespace

Outcome recompute_plainly(const SuccessorTables& successors, const Position& position) {
  return best_of_actions(successors, position, 0);
}

Outcome recompute_plainly(const SuccessorTables& successors, const Numbering& numbering,
                          std::uint64_t slot) {
  const Subspace& subspace = successors.subspace;
  const Position position = numbering.position(subspace, slot);
  const bool is_vain = subspace.due != 0 && !may_have_counted(successors.variant, position);
  return is_vain ? Outcome{} : recompute_plainly(successors, position);
}

}  // namespace mill::verifier
