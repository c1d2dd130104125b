#include "game/transitions.h"

#include <algorithm>

#include "game/blocked_side.h"

namespace mill {
namespace {

/// Whether the opponent has too few stones to go on.
/// @param after  seen by the mover
bool opponent_has_lost(const Rules& rules, const Subspace& after) {
  return after.opponent + after.opponent_hand < rules.pieces_at_least_count;
}

/// Ends a turn of the mover: empties hands if the rules say so and passes the turn on.
Subspace next_view(const Variant& variant, const Subspace& before, Subspace after,
                   bool& keeps_turn) {
  if (stops_placing(variant, after.own + after.opponent)) after.own_hand = after.opponent_hand = 0;
  // The hands that the rules empty may have held what the opponent needs: then it has lost.
  const bool ends_placing =
      before.own_hand + before.opponent_hand > 0 && after.own_hand + after.opponent_hand == 0;
  keeps_turn = ends_placing && !opponent_has_lost(variant.rules, after) &&
               moves_first(variant.rules, before.own_hand > before.opponent_hand);
  return keeps_turn ? after : after.mirror();
}

Transition step(const Variant& variant, const Subspace& subspace, Transition::Kind kind,
                int lines) {
  const bool places = kind == Transition::Kind::kPlace;
  const Removal removal =
      earned_removal(variant.rules, places, lines, subspace.opponent, subspace.opponent_hand);
  Transition transition;
  transition.kind = kind;
  transition.lines = transition.most_lines = lines;
  transition.taken = removal.from_board;
  Subspace after = subspace;
  after.own += places;
  after.own_hand -= places;
  after.opponent -= removal.from_board;
  after.opponent_hand -= removal.from_hand;
  transition.wins = opponent_has_lost(variant.rules, after);
  if (!transition.wins)
    transition.after = next_view(variant, subspace, after, transition.keeps_turn);
  return transition;
}

/// Adds the steps of one kind, one entry for all numbers of lines with the same effect.
void add_steps(const Variant& variant, const Subspace& subspace, Transition::Kind kind,
               std::vector<Transition>& result) {
  for (int lines = 0; lines <= variant.board->most_lines_at_a_point(); ++lines) {
    Transition next = step(variant, subspace, kind, lines);
    if (!result.empty()) {
      Transition& last = result.back();
      Transition same = next;
      same.lines = last.lines;
      same.most_lines = last.most_lines;
      if (same == last) {
        last.most_lines = lines;
        continue;
      }
    }
    result.push_back(next);
  }
}

/// What a side without a step does: it passes, or takes a stone.
void add_blocked(const Variant& variant, const Subspace& subspace,
                 std::vector<Transition>& result) {
  const Rules& rules = variant.rules;
  const bool full = board_is_full(subspace.own_hand + subspace.opponent_hand,
                                  subspace.own + subspace.opponent < variant.board->points());
  const BlockedAct act =
      blocked_act(rules, full, subspace.own_hand, opponent_has_lost(rules, subspace));
  if (!has_turn(act) || subspace.opponent == 0) return;
  Transition transition;
  transition.kind = Transition::Kind::kBlocked;
  if (act == BlockedAct::kPasses) {
    transition.after = subspace.mirror();
    result.push_back(transition);
    return;
  }
  transition.taken = 1;
  Subspace after = subspace;
  --after.opponent;
  transition.wins = opponent_has_lost(rules, after);
  if (transition.wins) {
    result.push_back(transition);
    return;
  }
  const bool in_turn = act == BlockedAct::kRemovesInTurn;
  transition.after = after.mirror();
  if (in_turn) {
    transition.after = after;
    --transition.after.own;  // before anybody moves
  }
  result.push_back(transition);
  // With the stone gone the side moves, and may close a mill; where both take one, if the other
  // side cannot.
  if (act != BlockedAct::kRemovesAndMoves && (!in_turn || full)) return;
  if (in_turn) {
    transition.after = after.mirror();
    result.push_back(transition);
  }
  for (Transition next : transitions(variant, after)) {
    if (next.kind != Transition::Kind::kMove || next.lines == 0) continue;
    next.kind = Transition::Kind::kBlocked;
    ++next.taken;
    result.push_back(next);
  }
}

}  // namespace

bool is_decided(const Variant& variant, const Subspace& subspace) {
  const int least = variant.rules.pieces_at_least_count;
  return subspace.own + subspace.own_hand < least ||
         subspace.opponent + subspace.opponent_hand < least;
}

std::vector<Transition> transitions(const Variant& variant, const Subspace& subspace) {
  std::vector<Transition> result;
  const bool room = subspace.own + subspace.opponent < variant.board->points();
  if (room && may_place(subspace.own_hand))
    add_steps(variant, subspace, Transition::Kind::kPlace, result);
  if (room && has_movable(variant, subspace))
    add_steps(variant, subspace, Transition::Kind::kMove, result);
  add_blocked(variant, subspace, result);
  return result;
}

bool is_cyclic(const Variant& variant, const Subspace& subspace) {
  const bool room = subspace.own + subspace.opponent < variant.board->points();
  return room && has_movable(variant, subspace) && has_movable(variant, subspace.mirror());
}

bool has_movable(const Variant& variant, const Subspace& subspace) {
  return may_move(variant.rules, subspace.own_hand) && subspace.own > 0;
}

std::vector<Subspace> successors(const Variant& variant, const Subspace& subspace) {
  std::vector<Subspace> result;
  for (const Transition& transition : transitions(variant, subspace)) {
    if (transition.wins || is_decided(variant, transition.after)) continue;
    if (std::find(result.begin(), result.end(), transition.after) == result.end())
      result.push_back(transition.after);
  }
  return result;
}

}  // namespace mill
