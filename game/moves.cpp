#include "game/moves.h"

#include <algorithm>

#include "game/blocked_side.h"

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
  for_each_bit(position.own, [&](int from) {
    const Mask targets = anywhere ? empty : empty & board.neighbours[from];
    for_each_bit(targets, [&](int to) { visit(from, to); });
  });
}

bool has_step(const Variant& variant, const Position& position) {
  bool found = false;
  for_each_step(variant, position, [&](int, int) { found = true; });
  return found;
}

bool is_full(const Variant& variant, const Position& position) {
  return board_is_full(position.own_hand + position.opponent_hand,
                       position.occupied() != variant.board->all());
}

bool has_too_few(const Rules& rules, int total) { return total < rules.pieces_at_least_count; }

/// What becomes of the side to move if it has no legal step.
BlockedAct act_when_blocked(const Variant& variant, const Position& position) {
  return blocked_act(variant.rules, is_full(variant, position), position.own_hand,
                     position.opponent_total());
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

/// Stones that a pending removal may take.
Mask due_targets(const Variant& variant, const Position& position) {
  return position.targets ? position.targets : removable(variant, position.opponent);
}

/// The turn is over: hands that the rules empty, then the other side unless the ply goes on.
Played end_turn(const Variant& variant, Position after) {
  if (stops_placing(variant, count(after.occupied()))) after.own_hand = after.opponent_hand = 0;
  const bool goes_on = after.goes_on && !has_too_few(variant.rules, after.opponent_total());
  after.goes_on = false;
  if (goes_on) return {after, true};
  return {turned(after), false};
}

/// Whether the step that led to `after` ends placing and is followed by a move of the same side,
/// once the stones it has earned are taken.
/// @param before  as the turn began
bool will_go_on(const Variant& variant, const Position& before, const Position& after) {
  const int stones = count(after.occupied()) - after.removals;
  const int hands = stops_placing(variant, stones) ? 0 : after.own_hand + after.opponent_hand;
  return ends_placing_and_moves(variant.rules, before.own_hand, before.opponent_hand, hands);
}

/// Sets or moves a stone and takes from the opponent's hand what the rules say.
/// @return with `removals` still due from the board
Position after_step(const Variant& variant, const Position& position, int from, int to) {
  Position next = position;
  next.own = (from < 0 ? position.own : position.own & ~bit(from)) | bit(to);
  if (from < 0) --next.own_hand;
  const Removal removal =
      earned_removal(variant.rules, from < 0, variant.board->lines_closed(next.own, to),
                     count(position.opponent), position.opponent_hand);
  next.opponent_hand = static_cast<std::uint8_t>(next.opponent_hand - removal.from_hand);
  next.removals = static_cast<std::uint8_t>(removal.from_board);
  next.goes_on = will_go_on(variant, position, next);
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
Played end_blocked_removal(const Variant& variant, const Position& before, const Position& after) {
  const BlockedAct act = act_when_blocked(variant, before);
  const bool too_few = has_too_few(variant.rules, after.opponent_total());
  if (act == BlockedAct::kRemovesAndMoves && !too_few) return {after, true};
  const Played played = end_turn(variant, after);
  if (act != BlockedAct::kRemovesInTurn || too_few) return played;
  return answer_removal(variant, played.position, is_full(variant, before));
}

Played remove_stone(const Variant& variant, const Position& position, int point) {
  Position next = position;
  next.opponent &= ~bit(point);
  if (position.removals == 0) return end_blocked_removal(variant, position, next);
  --next.removals;
  next.targets &= ~bit(point);
  if (next.removals) return {next, true};
  return end_turn(variant, next);
}

Action removal_of(int point) {
  return {Action::Kind::kRemove, -1, static_cast<std::int8_t>(point)};
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
  if (turn.to >= 0)
    visit(Action{turn.from < 0 ? Action::Kind::kPlace : Action::Kind::kMove, turn.from, turn.to});
  for_each_bit(removed, [&](int point) { visit(removal_of(point)); });
  if (turn.to < 0 && turn.removed == 0) visit(Action{Action::Kind::kPass, -1, -1});
}

/// Goes on with every way to take the stones that are due, asking after each what may be taken.
void add_removals(const Variant& variant, const Played& taker, Turn turn,
                  std::vector<Turn>& turns) {
  if (!taker.same_side || taker.position.removals == 0) {
    turns.push_back(turn);
    return;
  }
  for_each_bit(due_targets(variant, taker.position), [&](int point) {
    add_removals(variant, remove_stone(variant, taker.position, point),
                 {turn.from, turn.to, turn.removed | bit(point)}, turns);
  });
}

Played play_step(const Variant& variant, const Position& position, int from, int to) {
  const Position next = after_step(variant, position, from, to);
  if (next.removals) return {next, true};
  return end_turn(variant, next);
}

void add_steps(const Variant& variant, const Position& position, Mask removed,
               std::vector<Turn>& turns) {
  for_each_step(variant, position, [&](int from, int to) {
    const Turn turn{static_cast<std::int8_t>(from), static_cast<std::int8_t>(to), removed};
    add_removals(variant, play_step(variant, position, from, to), turn, turns);
  });
}

void add_blocked_turns(const Variant& variant, const Position& position, std::vector<Turn>& turns) {
  const BlockedAct act = act_when_blocked(variant, position);
  if (act == BlockedAct::kPasses) {
    turns.push_back({});
    return;
  }
  for_each_bit(blocked_targets(variant, position), [&](int point) {
    const Played taken = remove_stone(variant, position, point);
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

}  // namespace

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

bool stops_placing(const Variant& variant, int stones_on_board) {
  return variant.rules.stop_at_two_empty && stones_on_board == variant.board->points() - 2;
}

bool ends_placing_and_moves(const Rules& rules, int own_hand_before, int opponent_hand_before,
                            int hands_after) {
  return rules.defender_moves_first && hands_after == 0 && own_hand_before > opponent_hand_before;
}

Removal earned_removal(const Rules& rules, bool places, int lines, int opponent_stones,
                       int opponent_hand) {
  if (lines == 0 || opponent_stones == 0) return {};
  const int total = opponent_stones + opponent_hand;
  const int until_lost = std::max(1, total - rules.pieces_at_least_count + 1);
  const int stones = std::min(rules.remove_multiple ? lines : 1, until_lost);
  Removal removal;
  if (places && rules.takes_from_hand()) removal.from_hand = std::min(stones, opponent_hand);
  removal.from_board = std::min(stones - removal.from_hand, opponent_stones);
  return removal;
}

Status status(const Variant& variant, const Position& position) {
  if (has_too_few(variant.rules, position.own_total())) return Status::kTooFewStones;
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

Mask removable(const Variant& variant, Mask opponent_stones) {
  if (variant.rules.remove_from_mills) return opponent_stones;
  const Mask loose = opponent_stones & ~variant.board->in_mills(opponent_stones);
  return loose ? loose : opponent_stones;
}

std::vector<Action> generate_actions(const Variant& variant, const Position& position) {
  std::vector<Action> actions;
  if (status(variant, position) != Status::kOpen) return actions;
  const auto add_removal = [&](int point) { actions.push_back(removal_of(point)); };
  if (position.removals) {
    for_each_bit(due_targets(variant, position), add_removal);
    return actions;
  }
  actions.reserve(kUsualMoves);
  for_each_step(variant, position, [&](int from, int to) {
    actions.push_back({from < 0 ? Action::Kind::kPlace : Action::Kind::kMove,
                       static_cast<std::int8_t>(from), static_cast<std::int8_t>(to)});
  });
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
  if (action.kind == Action::Kind::kPass) return {turned(position), false};
  if (action.kind == Action::Kind::kRemove) return remove_stone(variant, position, action.to);
  return play_step(variant, position, action.from, action.to);
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
  if (rules.remove_multiple || blocked_takes_adjacent(rules)) drop_repeated(turns);
  return turns;
}

std::vector<Action> actions_of(const Position& position, const Turn& turn) {
  std::vector<Action> actions;
  for_each_action(position, turn, [&](const Action& action) { actions.push_back(action); });
  return actions;
}

std::vector<Action> legal_actions(const Variant& variant, const Position& position,
                                  const Turn& turn) {
  std::vector<Action> actions = actions_of(position, turn);
  // Only stones that are taken together can stand in the wrong order.
  const auto taken =
      std::find_if(actions.begin() + takes_its_way(position, turn), actions.end(),
                   [](const Action& action) { return action.kind == Action::Kind::kRemove; });
  do {
    if (is_legal_sequence(variant, position, actions)) return actions;
  } while (std::next_permutation(taken, actions.end(), [](const Action& left, const Action& right) {
    return left.to < right.to;
  }));
  return {};
}

Played play(const Variant& variant, const Position& position, const Turn& turn) {
  Played played{position, true};
  for_each_action(position, turn,
                  [&](const Action& action) { played = play(variant, played.position, action); });
  return played;
}

}  // namespace mill
