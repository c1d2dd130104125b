#include "game/moves.h"

#include <algorithm>
#include <utility>

#include "game/blocked_side.h"
#include "game/captures.h"
#include "game/mill_memory.h"
#include "game/placing_end.h"

namespace mill {
namespace {

// Room for the moves of most positions; more only costs another allocation.
constexpr std::size_t kUsualMoves = 64;

/// Calls `visit(from, to)` for every placement (from = -1), slide and flight.
template <typename Visit>
void for_each_step(const Variant& variant, const Position& position, Visit&& visit) {
  const Board& board = *variant.board;
  const Mask empty = board.all() & ~position.occupied();
  if (may_place(position.own_hand)) for_each_bit(empty, [&](int to) { visit(-1, to); });
  if (!may_move(variant.rules, position.own_hand)) return;
  const bool anywhere = flies(variant.rules, count(position.own), position.own_hand);
  const Memory::MillMove forbidden = forbidden_step(variant, position);
  for_each_bit(position.own, [&](int from) {
    Mask targets = anywhere ? empty : empty & board.neighbours[from];
    if (forbidden.exists() && from == forbidden.from) targets &= ~bit(forbidden.to);
    for_each_bit(targets, [&](int to) { visit(from, to); });
  });
}

/// Calls `visit(from, to)` for every leap that is no slide or flight. Who has nothing but leaps is
/// blocked.
template <typename Visit>
void for_each_leap(const Variant& variant, const Position& position, Visit&& visit) {
  if (!variant.rules.leap.enabled || position.own_hand > 0) return;
  if (flies(variant.rules, count(position.own), position.own_hand)) return;
  for_each_bit(position.own, [&](int from) {
    const Mask targets = leaps_from(variant, position, from) & ~variant.board->neighbours[from];
    for_each_bit(targets, [&](int to) { visit(from, to); });
  });
}

bool has_step(const Variant& variant, const Position& position) {
  bool found = false;
  for_each_step(variant, position, [&](int, int) { found = true; });
  return found;
}

bool is_full(const Variant& variant, const Position& position) {
  return board_is_full(position.hands(), position.occupied() != variant.board->all());
}

bool are_too_few(const Rules& rules, int total) { return total < rules.pieces_at_least_count; }

/// What becomes of the side to move if it has no legal step.
BlockedAct act_when_blocked(const Variant& variant, const Position& position) {
  return blocked_act(variant.rules, is_full(variant, position), position.own_hand,
                     opponent_has_lost(variant.rules, position));
}

/// Stones of the opponent next to an own one.
Mask adjacent_stones(const Variant& variant, const Position& position) {
  Mask adjacent = 0;
  for_each_bit(position.own, [&](int point) { adjacent |= variant.board->neighbours[point]; });
  return adjacent & position.opponent;
}

/// Stones that a side without a legal step may take.
Mask blocked_targets(const Variant& variant, const Position& position) {
  if (blocked_takes_adjacent(variant.rules)) return adjacent_stones(variant, position);
  return removable(variant, position.opponent);
}

/// How many of so many stones are taken before a side that has `total` has lost.
int until_lost(const Rules& rules, int stones, int total) {
  return std::min(stones, std::max(1, total - rules.pieces_at_least_count + 1));
}

/// The other side is to move, and has lost.
Played end_game(const Rules& rules, const Position& after) {
  Position loser = turned(after);
  loser.memory.has_lost = hand_losses_are_free(rules);
  return {loser, false};
}

/// The turn is over: hands that the rules empty, then the other side unless the ply goes on.
/// @param before  as the action began that ends the turn
/// @param after   used up
Played end_turn(const Variant& variant, const Position& before, Position& after) {
  if (stops_placing(variant, count(after.occupied()))) after.own_hand = after.opponent_hand = 0;
  const bool goes_on = std::exchange(after.goes_on, false);
  const bool in_hand = before.hands() > 0;
  const bool has_ended = std::exchange(after.memory.ends_placing, false) || in_hand;
  if (after.hands() > 0) return {turned(after), false};
  after.memory.marked = 0;
  const bool passes = !has_ended && !goes_on;
  if (passes || opponent_has_lost(variant.rules, after)) return {turned(after), false};
  if (has_ended) return end_placing(variant, after, goes_on, is_second(before));
  return {goes_on ? after : turned(after), goes_on};
}

/// Whether the step that led to `after` ends placing and is followed by a move of the same side,
/// once the stones it has earned are taken.
/// @param before  as the turn began
bool will_go_on(const Variant& variant, const Position& before, const Position& after) {
  return before.hands() > 0 && leaves_no_hands(variant, after) &&
         moves_first(variant.rules, is_second(before));
}

/// Makes what a step has earned due.
/// @param position  with the stone that has arrived, and nothing pending
void earn(const Rules& rules, Position& position, bool places, int lines, Captures captures) {
  const bool cancels = rules.takes_from_hand() || rules.counts_mills();
  if (places && lines > 0 && cancels) captures = {};
  if (lines == 0 && !captures.any()) return;
  const Removal removal =
      earned_removal(rules, places, lines, count(position.opponent), position.opponent_hand);
  if (!captures.any()) {
    position.opponent_hand = static_cast<std::uint8_t>(position.opponent_hand - removal.from_hand);
    position.removals = static_cast<std::uint8_t>(removal.from_board);
    return;
  }
  using Cause = Memory::Cause;
  position.targets = captures.custodian | captures.leap;
  position.memory.together = captures.intervention;
  const bool or_mill = lines > 0 && places && rules.remove_multiple;
  position.memory.cause = captures.leap ? Cause::kLeap
                          : or_mill     ? Cause::kCaptureOrMill
                                        : Cause::kCapture;
  const int due = captures.intervention ? due_by_intervention(rules, position) : 1;
  position.removals = static_cast<std::uint8_t>(or_mill ? removal.from_board : due);
}

/// Sets or moves a stone and takes from the opponent's hand what the rules say.
/// @return with `removals` still due from the board
Position after_step(const Variant& variant, const Position& position, int from, int to) {
  Position next = position;
  next.own = (from < 0 ? position.own : position.own & ~bit(from)) | bit(to);
  if (from < 0) --next.own_hand;
  const Captures captures = captures_of(variant, position, from, to);
  const int lines = captures.leap ? 0 : earning_lines(variant, next, to);
  remember_mill_move(variant, next, from, to, captures.any());
  earn(variant.rules, next, from < 0, lines, captures);
  next.goes_on = will_go_on(variant, position, next);
  const bool in_hand = position.hands() > 0;
  next.memory.ends_placing =
      variant.rules.counts_mills() && in_hand && next.removals > 0 && next.hands() == 0;
  return next;
}

/// The other side takes a stone before the side that was blocked is to move again.
/// @param position  of the side that takes, with nothing pending
Played answer_removal(const Variant& variant, Position position, bool board_was_full) {
  position.targets = answer_targets(variant, position, board_was_full);
  const bool lapses = !board_was_full && !position.targets;
  if (lapses) return {turned(position), true};
  position.removals = 1;
  return {position, false};
}

/// After the stone that a full board or a blocked side takes.
/// @param before  what it was taken from
Played end_blocked_removal(const Variant& variant, const Position& before, Position& after) {
  const BlockedAct act = act_when_blocked(variant, before);
  if (are_too_few(variant.rules, after.opponent_total())) return end_game(variant.rules, after);
  if (act == BlockedAct::kRemovesAndMoves) return {after, true};
  const Played played = end_turn(variant, before, after);
  if (act != BlockedAct::kRemovesInTurn) return played;
  return answer_removal(variant, played.position, is_full(variant, before));
}

/// What is still due once one of the stones that may go is taken.
/// @param next  what it was taken from; made what comes after
void settle_removal(const Rules& rules, Position& next, int point) {
  using Cause = Memory::Cause;
  Memory& memory = next.memory;
  const bool by_capture = memory.cause != Cause::kMill;
  if (by_capture && (memory.together & bit(point))) {
    next.removals = static_cast<std::uint8_t>(due_by_intervention(rules, next) - 1);
    next.targets = 0;
    memory.together &= ~bit(point);
    memory.cause = Cause::kCapture;
  } else if (by_capture && (next.targets & bit(point))) {
    next.removals = 0;
  } else {
    --next.removals;
    next.targets = by_capture ? 0 : next.targets & ~bit(point);
    memory.together = 0;
    memory.cause = Cause::kMill;
  }
  if (next.removals > 0) return;
  next.targets = memory.together = 0;
  memory.cause = Cause::kMill;
}

Played remove_stone(const Variant& variant, const Position& position, int point) {
  const Rules& rules = variant.rules;
  Position next = position;
  if (position.removals > 0) settle_removal(rules, next, point);
  (position.memory.from_own ? next.own : next.opponent) &= ~bit(point);
  if (position.removals == 0) return end_blocked_removal(variant, position, next);
  const bool in_hand = position.hands() > 0;
  if (rules.marks() && in_hand) next.memory.marked |= bit(point);
  if (are_too_few(rules, next.opponent_total())) return end_game(rules, next);
  if (next.removals > 0) return {next, true};
  if (next.memory.from_own || next.memory.opponent_removals > 0)
    return end_counted_removals(variant, next);
  return end_turn(variant, position, next);
}

Action removal_of(int point) {
  return {Action::Kind::kRemove, -1, static_cast<std::int8_t>(point)};
}

Action step_of(int from, int to) {
  return {from < 0 ? Action::Kind::kPlace : Action::Kind::kMove, static_cast<std::int8_t>(from),
          static_cast<std::int8_t>(to)};
}

/// Whether a blocked side takes the stone on `turn.to` first: it has nowhere else to move then.
bool takes_its_way(const Position& position, const Turn& turn) {
  return turn.to >= 0 && (position.opponent & bit(turn.to));
}

/// Calls `visit(action)` for the actions of a turn; see actions_of().
template <typename Visit>
void for_each_action(const Position& position, const Turn& turn, const Visit& visit) {
  Mask removed = turn.removed;
  if (takes_its_way(position, turn)) {
    visit(removal_of(turn.to));
    removed &= ~bit(turn.to);
  }
  if (turn.to >= 0) visit(step_of(turn.from, turn.to));
  for_each_bit(removed, [&](int point) { visit(removal_of(point)); });
  if (turn.to < 0 && turn.removed == 0) visit(Action{Action::Kind::kPass, -1, -1});
}

/// Whether any of the stones that are due may be taken, now and later: the order does not matter.
bool may_take_any(const Variant& variant, const Position& position) {
  return variant.rules.remove_from_mills && !position.targets &&
         position.memory.cause == Memory::Cause::kMill;
}

/// What generate_actions_from() lets a side take of what is due.
Mask targets_from(const Variant& variant, const Position& position, int lowest) {
  const Mask passed = may_take_any(variant, position) ? low_bits(lowest) : 0;
  return due_targets(variant, position) & ~passed;
}

/// Goes on with every way to take the stones that are due, asking after each what may be taken.
/// @param lowest  as in generate_actions_from()
void add_removals(const Variant& variant, const Played& taker, Turn turn, std::vector<Turn>& turns,
                  int lowest = 0) {
  if (!taker.same_side || taker.position.removals == 0) {
    turns.push_back(turn);
    return;
  }
  for_each_bit(targets_from(variant, taker.position, lowest), [&](int point) {
    const Action removal = removal_of(point);
    const Played taken = play(variant, taker.position, removal);
    add_removals(variant, taken, {turn.from, turn.to, turn.removed | bit(point)}, turns,
                 lowest_after(variant, taker.position, removal, taken));
  });
}

/// The same side acts again after the opponent has lost a stone in hand, unless that was the last
/// of both hands.
Played go_on_placing(const Variant& variant, const Position& before, Position after) {
  after.goes_on = false;
  if (after.hands() > 0 || variant.rules.remove_multiple) return {after, true};
  const bool first_mover = is_second(before) == variant.rules.defender_moves_first;
  return {first_mover ? after : turned(after), first_mover};
}

Played play_step(const Variant& variant, const Position& position, int from, int to) {
  Position next = after_step(variant, position, from, to);
  if (next.removals) return {next, true};
  const bool from_hand = next.opponent_hand < position.opponent_hand;
  const bool goes_on =
      variant.rules.placing_mill_action == PlacingMillAction::kRemoveFromHandAndGoOn;
  if (from_hand && goes_on) return go_on_placing(variant, position, next);
  return end_turn(variant, position, next);
}

/// play() but for what the position remembers of who plays first.
Played play_colourless(const Variant& variant, const Position& position, const Action& action) {
  if (action.kind == Action::Kind::kPass) return {turned(position), false};
  if (action.kind == Action::Kind::kRemove) return remove_stone(variant, position, action.to);
  return play_step(variant, position, action.from, action.to);
}

void add_steps(const Variant& variant, const Position& position, Mask removed,
               std::vector<Turn>& turns) {
  const auto add = [&](int from, int to) {
    const Turn turn{static_cast<std::int8_t>(from), static_cast<std::int8_t>(to), removed};
    add_removals(variant, play(variant, position, step_of(from, to)), turn, turns);
  };
  const std::size_t before = turns.size();
  for_each_step(variant, position, add);
  if (turns.size() > before) for_each_leap(variant, position, add);
}

void add_blocked_turns(const Variant& variant, const Position& position, std::vector<Turn>& turns) {
  const BlockedAct act = act_when_blocked(variant, position);
  if (act == BlockedAct::kPasses) {
    turns.push_back({});
    return;
  }
  for_each_bit(blocked_targets(variant, position), [&](int point) {
    const Played taken = play(variant, position, removal_of(point));
    if (taken.same_side)
      add_steps(variant, taken.position, bit(point), turns);
    else
      turns.push_back({-1, -1, bit(point)});
  });
}

/// Stones taken in another order are the same turn.
void drop_repeated(std::vector<Turn>& turns) {
  std::vector<Turn> unique;
  unique.reserve(turns.size());
  for (const Turn& turn : turns)
    if (std::find(unique.begin(), unique.end(), turn) == unique.end()) unique.push_back(turn);
  turns.swap(unique);
}

/// Whether the side to move may play the actions one after another.
bool is_legal_sequence(const Variant& variant, const Position& position,
                       const std::vector<Action>& actions) {
  Played played{position, true};
  for (const Action& action : actions) {
    if (!played.same_side || !is_legal(variant, played.position, action)) return false;
    played = play(variant, played.position, action);
  }
  return true;
}

/// Puts the stones that are taken into an order in which the actions may be played; false if there
/// is none.
/// @param first  the actions up to here, and the step, stay where they are
bool put_in_order(const Variant& variant, const Position& position, std::vector<Action>& actions,
                  std::ptrdiff_t first) {
  // Only stones that are taken together can stand in the wrong order.
  const auto taken = std::find_if(actions.begin() + first, actions.end(), [](const Action& action) {
    return action.kind == Action::Kind::kRemove;
  });
  const auto by_point = [](const Action& left, const Action& right) { return left.to < right.to; };
  std::sort(taken, actions.end(), by_point);
  do {
    if (is_legal_sequence(variant, position, actions)) return true;
  } while (std::next_permutation(taken, actions.end(), by_point));
  return false;
}

}  // namespace

int due_by_intervention(const Rules& rules, const Position& position) {
  return until_lost(rules, count(position.memory.together), position.opponent_total());
}

bool is_legal(const Variant& variant, const Position& position, const Action& action) {
  const std::vector<Action> legal = generate_actions(variant, position);
  return std::find(legal.begin(), legal.end(), action) != legal.end();
}

bool may_place(int own_hand) { return own_hand > 0; }

bool may_move(const Rules& rules, int own_hand) {
  return own_hand == 0 || rules.move_while_placing;
}

Mask answer_targets(const Variant& variant, const Position& position, bool board_was_full) {
  const bool adjacent =
      !board_was_full || (blocked_takes_adjacent(variant.rules) && !has_step(variant, position));
  return adjacent ? adjacent_stones(variant, position) : 0;
}

bool moves_first(const Rules& rules, bool second) {
  if (rules.defender_moves_first) return second;
  return !second && (rules.marks() || rules.counts_mills());
}

bool hand_losses_are_free(const Rules& rules) { return rules.takes_from_hand(); }

bool has_lost(const Rules& rules, const Position& position) {
  return hand_losses_are_free(rules) ? position.memory.has_lost
                                     : are_too_few(rules, position.own_total());
}

bool opponent_has_lost(const Rules& rules, const Position& position) {
  return !hand_losses_are_free(rules) && are_too_few(rules, position.opponent_total());
}

bool stops_placing(const Variant& variant, int stones_on_board) {
  return variant.rules.stop_at_two_empty && stones_on_board == variant.board->points() - 2;
}

bool leaves_no_hands(const Variant& variant, const Position& position) {
  if (position.hands() == 0) return true;
  const bool leaves_marks = variant.rules.marks();
  return stops_placing(variant,
                       count(position.occupied()) - (leaves_marks ? 0 : position.removals));
}

Removal earned_removal(const Rules& rules, bool places, int lines, int opponent_stones,
                       int opponent_hand) {
  if (lines == 0 || opponent_stones == 0) return {};
  if (places && rules.counts_mills()) return {};
  const int most = rules.remove_multiple ? lines : 1;
  const int total = opponent_stones + opponent_hand;
  const bool free = hand_losses_are_free(rules);
  const int stones = free ? most : until_lost(rules, most, total);
  Removal removal;
  if (places && rules.takes_from_hand()) removal.from_hand = std::min(stones, opponent_hand);
  removal.from_board = std::min(stones - removal.from_hand, opponent_stones);
  if (free && removal.from_board > 0)
    removal.from_board = until_lost(rules, removal.from_board, total - removal.from_hand);
  return removal;
}

Status status(const Variant& variant, const Position& position) {
  if (has_lost(variant.rules, position)) return Status::kTooFewStones;
  if (position.removals) return Status::kOpen;
  if (is_full(variant, position))
    return has_turn(act_when_blocked(variant, position)) ? Status::kOpen : Status::kBoardFull;
  if (has_step(variant, position)) return Status::kOpen;
  if (position.own_hand > 0) return Status::kCannotPlace;
  const BlockedAct act = act_when_blocked(variant, position);
  if (act == BlockedAct::kPasses) return Status::kOpen;
  const bool takes = has_turn(act) && blocked_targets(variant, position);
  return takes ? Status::kOpen : Status::kBlocked;
}

bool ends_in_draw(const Variant& variant, Status status) {
  if (status == Status::kBlocked) return stalemate_act(variant.rules) == BlockedAct::kDraws;
  return status == Status::kBoardFull && board_full_act(variant.rules) == BlockedAct::kDraws;
}

Mask removable(const Variant& variant, Mask stones) {
  if (variant.rules.remove_from_mills) return stones;
  const Mask loose = stones & ~variant.board->in_mills(stones);
  return loose ? loose : stones;
}

Mask due_targets(const Variant& variant, const Position& position) {
  using Cause = Memory::Cause;
  const Memory& memory = position.memory;
  if (memory.cause == Cause::kCapture || memory.cause == Cause::kLeap)
    return position.targets | memory.together;
  if (memory.cause == Cause::kMill && position.targets) return position.targets;
  return removable(variant, memory.from_own ? position.own : position.opponent);
}

int lowest_after(const Variant& variant, const Position& before, const Action& action,
                 const Played& after) {
  const bool takes_on = after.same_side && after.position.removals + 1 == before.removals;
  return takes_on && may_take_any(variant, before) ? action.to + 1 : 0;
}

std::vector<Action> generate_actions(const Variant& variant, const Position& position) {
  return generate_actions_from(variant, position, 0);
}

std::vector<Action> generate_actions_from(const Variant& variant, const Position& position,
                                          int lowest) {
  std::vector<Action> actions;
  if (status(variant, position) != Status::kOpen) return actions;
  const auto add_removal = [&](int point) { actions.push_back(removal_of(point)); };
  if (position.removals) {
    for_each_bit(targets_from(variant, position, lowest), add_removal);
    return actions;
  }
  actions.reserve(kUsualMoves);
  const auto add_step = [&](int from, int to) { actions.push_back(step_of(from, to)); };
  for_each_step(variant, position, add_step);
  if (!actions.empty()) for_each_leap(variant, position, add_step);
  if (!actions.empty()) return actions;
  const BlockedAct act = act_when_blocked(variant, position);
  if (act == BlockedAct::kPasses)
    actions.push_back({Action::Kind::kPass, -1, -1});
  else
    for_each_bit(blocked_targets(variant, position), add_removal);
  return actions;
}

bool turn_goes_on(const Position& before, const Action& action, const Played& after) {
  if (!after.same_side) return false;
  if (after.position.removals) return true;
  // A blocked side has taken a stone and moves now (stalemateAction 2).
  return action.kind == Action::Kind::kRemove && before.removals == 0;
}

Played play(const Variant& variant, const Position& position, const Action& action) {
  if (!has_colours(variant)) return play_colourless(variant, position, action);
  Played played = play_colourless(variant, position, action);
  played.position = with_player(variant, played.position, is_second(position) == played.same_side);
  return played;
}

std::vector<Turn> generate_turns(const Variant& variant, const Position& position) {
  std::vector<Turn> turns;
  if (status(variant, position) != Status::kOpen) return turns;
  turns.reserve(kUsualMoves);
  if (position.removals) {
    add_removals(variant, {position, true}, {}, turns);
  } else {
    add_steps(variant, position, 0, turns);
    if (turns.empty()) add_blocked_turns(variant, position, turns);
  }
  const Rules& rules = variant.rules;
  const bool repeats = rules.remove_multiple || blocked_takes_adjacent(rules) ||
                       rules.has_captures() || position.removals > 1;
  if (repeats) drop_repeated(turns);
  return turns;
}

std::vector<Action> actions_of(const Variant& variant, const Position& position, const Turn& turn) {
  // The first stone taken may say which others go.
  if (variant.rules.has_captures()) return legal_actions(variant, position, turn);
  std::vector<Action> actions;
  for_each_action(position, turn, [&](const Action& action) { actions.push_back(action); });
  return actions;
}

std::vector<Action> legal_actions(const Variant& variant, const Position& position,
                                  const Turn& turn) {
  std::vector<Action> actions;
  for_each_action(position, turn, [&](const Action& action) { actions.push_back(action); });
  const std::ptrdiff_t first = takes_its_way(position, turn);
  if (put_in_order(variant, position, actions, first)) return actions;
  if (!variant.rules.leap.enabled || turn.to < 0 || first > 0) return {};
  // A blocked side has taken a stone, and leaps over another one.
  for (auto taken = actions.begin() + 1; taken != actions.end(); ++taken) {
    std::vector<Action> leaping = actions;
    std::rotate(leaping.begin(), leaping.begin() + (taken - actions.begin()),
                leaping.begin() + (taken - actions.begin()) + 1);
    if (put_in_order(variant, position, leaping, 1)) return leaping;
  }
  return {};
}

Played play(const Variant& variant, const Position& position, const Turn& turn) {
  // Most turns are one step, and what is made in place need not be copied.
  if (turn.to >= 0 && turn.removed == 0)
    return play(variant, position, step_of(turn.from, turn.to));
  Played played{position, true};
  const auto act = [&](const Action& action) { played = play(variant, played.position, action); };
  if (!variant.rules.has_captures()) {
    for_each_action(position, turn, act);
    return played;
  }
  for (const Action& action : actions_of(variant, position, turn)) act(action);
  return played;
}

}  // namespace mill
