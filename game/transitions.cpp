#include "game/transitions.h"

#include <algorithm>

#include "game/blocked_side.h"
#include "game/placing_end.h"

namespace mill {
namespace {

/// Whether the opponent has too few stones to go on.
/// @param after  seen by the mover
/// @param taken  stones taken off the board; of the hand alone losses may be free
bool opponent_has_lost(const Rules& rules, const Subspace& after, int taken) {
  if (taken == 0 && hand_losses_are_free(rules)) return false;
  return after.opponent + after.opponent_hand < rules.pieces_at_least_count;
}

bool is_second(const Subspace& subspace) {
  if (subspace.mover != Mover::kUntold) return subspace.mover == Mover::kSecond;
  return subspace.own_hand > subspace.opponent_hand;
}

bool has_room(const Variant& variant, const Subspace& subspace) {
  return subspace.stones() + subspace.marked < variant.board->points();
}

/// Seen by the mover or by the other side.
Subspace seen(const Subspace& after, bool by_mover) { return by_mover ? after : after.mirror(); }

/// Adds what follows when placing has ended: see end_placing().
/// @param after  seen by the mover, with empty hands
void add_end_of_placing(const Variant& variant, const Subspace& before, const Subspace& after,
                        Transition transition, std::vector<Transition>& result) {
  const Rules& rules = variant.rules;
  const bool second = is_second(before);
  const bool mover_first = moves_first(rules, second);
  if (!rules.counts_mills()) {
    const bool asks = !has_room(variant, after) && board_full_act(rules) != BlockedAct::kDraws;
    transition.keeps_turn = asks ? full_board_asks_second(rules) == second : mover_first;
    transition.after = seen(after, transition.keeps_turn);
    result.push_back(transition);
    return;
  }
  const Subspace first = seen(after, mover_first);
  for (const CountedRemovals& counted :
       possible_counted_removals(*variant.board, first.own, first.opponent)) {
    Subspace left = first;
    (counted.from_own ? left.own : left.opponent) -= counted.first;
    if (left.own < 0 || left.opponent < 0) continue;
    transition.keeps_turn = !mover_first;
    transition.after = left.mirror();
    transition.after.due = counted.from_own ? -counted.second : counted.second;
    result.push_back(transition);
  }
}

/// Adds a step that takes so many stones, with what follows at the end of the turn: hands that the
/// rules empty, and who is to move next.
void add_step(const Variant& variant, const Subspace& before, Transition transition,
              const Removal& removal, std::vector<Transition>& result) {
  const Rules& rules = variant.rules;
  const bool places = transition.kind == Transition::Kind::kPlace;
  Subspace after = before;
  after.own += places;
  after.own_hand -= places;
  after.opponent -= removal.from_board;
  after.opponent_hand -= removal.from_hand;
  if (rules.marks() && before.hands() > 0) after.marked += removal.from_board;
  transition.taken = removal.from_board;
  transition.wins = opponent_has_lost(rules, after, transition.taken);
  if (transition.wins) {
    result.push_back(transition);
    return;
  }
  const bool goes_on = removal.from_hand > 0 && removal.from_board == 0 &&
                       rules.placing_mill_action == PlacingMillAction::kRemoveFromHandAndGoOn;
  if (!goes_on && stops_placing(variant, after.stones() + after.marked))
    after.own_hand = after.opponent_hand = 0;
  const bool ends_placing = before.hands() > 0 && after.hands() == 0;
  if (ends_placing) {
    after.marked = 0;
    after.mover = Mover::kUntold;
  }
  // The hands that the rules empty may have held what the opponent needs: then it has lost.
  if (goes_on) {
    const bool first_mover = is_second(before) == rules.defender_moves_first;
    transition.keeps_turn = !ends_placing || rules.remove_multiple || first_mover;
  } else if (ends_placing && !opponent_has_lost(rules, after, 0)) {
    return add_end_of_placing(variant, before, after, transition, result);
  }
  transition.after = seen(after, transition.keeps_turn);
  result.push_back(transition);
}

/// Adds the captures that a step may make. Which lines it completes does not matter: where a mill
/// is the other choice, its removals are listed beside.
void add_captures(const Variant& variant, const Subspace& subspace, Transition::Kind kind,
                  std::vector<Transition>& result) {
  const Rules& rules = variant.rules;
  const bool places = kind == Transition::Kind::kPlace;
  int most = 0;
  if (rules.custodian.enabled || (rules.leap.enabled && !places)) most = 1;
  if (rules.intervention.enabled) most = 2;
  Transition transition;
  transition.kind = kind;
  transition.captures = true;
  for (int taken = 1; taken <= std::min(most, subspace.opponent); ++taken)
    add_step(variant, subspace, transition, {0, taken}, result);
}

/// Adds the steps of one kind, one entry for all numbers of lines with the same effect.
void add_steps(const Variant& variant, const Subspace& subspace, Transition::Kind kind,
               std::vector<Transition>& result) {
  const bool places = kind == Transition::Kind::kPlace;
  std::size_t begin = 0, end = 0;  // of the entries for one line less
  for (int lines = 0; lines <= variant.board->most_lines_at_a_point(); ++lines) {
    Transition transition;
    transition.kind = kind;
    transition.lines = transition.most_lines = lines;
    std::vector<Transition> next;
    add_step(
        variant, subspace, transition,
        earned_removal(variant.rules, places, lines, subspace.opponent, subspace.opponent_hand),
        next);
    const auto acts_alike = [&](Transition left, const Transition& right) {
      left.lines = right.lines;
      left.most_lines = right.most_lines;
      return left == right;
    };
    if (std::equal(next.begin(), next.end(), result.begin() + begin, result.begin() + end,
                   acts_alike)) {
      for (std::size_t i = begin; i < end; ++i) result[i].most_lines = lines;
      continue;
    }
    begin = result.size();
    result.insert(result.end(), next.begin(), next.end());
    end = result.size();
  }
  add_captures(variant, subspace, kind, result);
}

/// What a side does that has stones to take before anybody moves.
Transition taking_what_is_due(const Rules& rules, const Subspace& subspace) {
  Transition transition;
  transition.kind = Transition::Kind::kBlocked;
  Subspace after = subspace;
  after.due = 0;
  if (subspace.due < 0) {
    after.own += subspace.due;
    transition.after = after.mirror();
    return transition;
  }
  const int until_lost = std::max(1, after.opponent - rules.pieces_at_least_count + 1);
  transition.taken = std::min(subspace.due, until_lost);
  after.opponent -= transition.taken;
  transition.wins = opponent_has_lost(rules, after, transition.taken);
  if (!transition.wins) transition.after = after.mirror();
  return transition;
}

/// What a side without a step does: it passes, or takes a stone.
void add_blocked(const Variant& variant, const Subspace& subspace,
                 std::vector<Transition>& result) {
  const Rules& rules = variant.rules;
  const bool full = board_is_full(subspace.hands(), has_room(variant, subspace));
  const BlockedAct act =
      blocked_act(rules, full, subspace.own_hand, opponent_has_lost(rules, subspace, 0));
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
  transition.wins = opponent_has_lost(rules, after, 1);
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
    const bool is_quiet = next.lines == 0 && !next.captures;
    if (next.kind != Transition::Kind::kMove || is_quiet) continue;
    next.kind = Transition::Kind::kBlocked;
    ++next.taken;
    result.push_back(next);
  }
}

/// Adds a subspace that is not decided by its counts, once.
void add_undecided(const Variant& variant, const Subspace& subspace, std::vector<Subspace>& list) {
  if (is_decided(variant, subspace)) return;
  if (std::find(list.begin(), list.end(), subspace) == list.end()) list.push_back(subspace);
}

}  // namespace

bool is_decided(const Variant& variant, const Subspace& subspace) {
  if (hand_losses_are_free(variant.rules)) return false;
  const int least = variant.rules.pieces_at_least_count;
  return subspace.own + subspace.own_hand < least ||
         subspace.opponent + subspace.opponent_hand < least;
}

bool has_usual_turns(const Variant& variant, const Subspace& subspace) {
  const Rules& rules = variant.rules;
  if (rules.has_captures() || rules.one_time_mills) return false;
  if (rules.restrict_repeated_mills &&
      (has_movable(variant, subspace) || has_movable(variant, subspace.mirror())))
    return false;
  if (subspace.due != 0) return false;
  if (subspace.hands() == 0) return true;
  if (rules.placing_mill_action == PlacingMillAction::kRemoveFromHandAndGoOn) return false;
  if (rules.marks() || keeps_mover(variant)) return false;
  return !rules.counts_mills() || (subspace.hands() > 1 && !rules.stop_at_two_empty);
}

std::vector<Transition> transitions(const Variant& variant, const Subspace& subspace) {
  if (subspace.due != 0) return {taking_what_is_due(variant.rules, subspace)};
  std::vector<Transition> result;
  const bool room = has_room(variant, subspace);
  if (room && may_place(subspace.own_hand))
    add_steps(variant, subspace, Transition::Kind::kPlace, result);
  if (room && has_movable(variant, subspace))
    add_steps(variant, subspace, Transition::Kind::kMove, result);
  add_blocked(variant, subspace, result);
  return result;
}

bool is_cyclic(const Variant& variant, const Subspace& subspace) {
  if (subspace.due != 0 || !has_room(variant, subspace)) return false;
  // A side without a stone may pass, too.
  const bool passes =
      hand_losses_are_free(variant.rules) && stalemate_act(variant.rules) == BlockedAct::kPasses;
  const auto stays = [&](const Subspace& side) {
    return has_movable(variant, side) || (passes && side.own + side.own_hand == 0);
  };
  return stays(subspace) && stays(subspace.mirror());
}

bool has_movable(const Variant& variant, const Subspace& subspace) {
  return may_move(variant.rules, subspace.own_hand) && subspace.own > 0;
}

std::vector<Subspace> successors(const Variant& variant, const Subspace& subspace) {
  std::vector<Subspace> result;
  for (const Transition& transition : transitions(variant, subspace))
    if (!transition.wins) add_undecided(variant, transition.after, result);
  return result;
}

std::vector<Subspace> looked_up(const Variant& variant, const Subspace& subspace) {
  std::vector<Subspace> result = successors(variant, subspace);
  if (!variant.rules.restrict_repeated_mills || !has_movable(variant, subspace)) return result;
  const int stones = subspace.stones() + subspace.hands();
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (result[i].stones() + result[i].hands() == stones) continue;
    for (const Subspace& next : successors(variant, result[i]))
      add_undecided(variant, next, result);
  }
  return result;
}

}  // namespace mill
