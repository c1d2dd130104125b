#include "engine/positions/move_maker.h"

#include "game/blocked_side.h"
#include "game/perft.h"

namespace mill {
namespace {

using Kind = Action::Kind;

/// Whether every legal action is a step to an empty point, or a removal that a mill has earned.
bool has_plain_steps(const Rules& rules) {
  return !rules.has_captures() && !rules.restrict_repeated_mills;
}

bool is_plain(const Rules& rules) {
  using Action = PlacingMillAction;
  const bool from_board = rules.placing_mill_action == Action::kRemoveFromBoard ||
                          rules.placing_mill_action == Action::kOpponentChooses;
  return from_board && has_plain_steps(rules) && !rules.one_time_mills &&
         !rules.defender_moves_first && !rules.remove_multiple && !rules.stop_at_two_empty &&
         !has_turn(stalemate_act(rules)) && !has_turn(board_full_act(rules));
}

}  // namespace

MoveMaker::MoveMaker(const Variant& variant)
    : variant_(variant),
      board_(*variant.board),
      plain_(is_plain(variant.rules)),
      plain_steps_(has_plain_steps(variant.rules)),
      free_hand_losses_(hand_losses_are_free(variant.rules)),
      fly_limit_(variant.rules.may_fly ? variant.rules.fly_piece_count : -1),
      fly_counts_hand_(variant.rules.fly_counts_hand) {}

void MoveMaker::generate(const SearchPosition& at, ActionList& actions) const {
  const Position& position = at.position;
  if (!plain_steps_) {
    for (const Action& action : generate_actions(variant_, position)) actions.add(action);
    return;
  }
  const Mask empty = board_.all() & ~position.occupied();
  if (position.removals) {
    const bool plain = !position.targets && !position.memory.from_own;
    const Mask targets =
        plain ? removable(position, board_.lines().held_by(position.opponent, empty).mills)
              : due_targets(variant_, position);
    for_each_bit(targets, [&](int point) { actions.add(Kind::kRemove, -1, point); });
    return;
  }
  if (position.own_hand > 0)
    for_each_bit(empty, [&](int to) { actions.add(Kind::kPlace, -1, to); });
  if (position.own_hand == 0 || variant_.rules.move_while_placing) {
    const bool anywhere = flies(at);
    for_each_bit(position.own, [&](int from) {
      const Mask targets = anywhere ? empty : empty & board_.neighbours(from);
      for_each_bit(targets, [&](int to) { actions.add(Kind::kMove, from, to); });
    });
  }
  if (actions.empty() && (!plain_ || opponent_has_too_few(at)))
    for (const Action& action : generate_actions(variant_, position)) actions.add(action);
}

void MoveMaker::generate_completing(const SearchPosition& at, ActionList& actions) const {
  const Position& position = at.position;
  if (!plain_steps_) {
    for (const Action& action : generate_actions(variant_, position)) {
      const bool moves = action.kind == Kind::kMove;
      const Mask rest = moves ? position.own & ~bit(action.from) : position.own;
      if ((moves || action.kind == Kind::kPlace) && board_.completes_line(rest, action.to))
        actions.add(action);
    }
    return;
  }
  const Mask completing = completing_points(position);
  if (!completing) return;
  if (position.own_hand > 0)
    for_each_bit(completing, [&](int to) { actions.add(Kind::kPlace, -1, to); });
  if (position.own_hand > 0 && !variant_.rules.move_while_placing) return;
  const bool anywhere = flies(at);
  for_each_bit(position.own, [&](int from) {
    const Mask rest = position.own & ~bit(from);
    for_each_bit(anywhere ? completing : completing & board_.neighbours(from), [&](int to) {
      if (board_.completes_line(rest, to)) actions.add(Kind::kMove, from, to);
    });
  });
}

SearchPosition MoveMaker::play(const SearchPosition& at, const Action& action) const {
  if (!plain_ || action.kind == Kind::kPass) return play_rarely(at, action);
  SearchPosition next = at;
  if (action.kind == Kind::kRemove) {
    next.take_opponent(action.to);
    next.set_removals(0);
    next.quiet = 0;
  } else {
    if (action.kind == Kind::kPlace) {
      next.set_own_hand(next.position.own_hand - 1);
      next.quiet = 0;
    } else {
      next.take_own(action.from);
      ++next.quiet;
    }
    next.add_own(action.to);
    if (next.position.opponent && board_.completes_line(next.position.own, action.to)) {
      next.set_removals(1);
      return next;
    }
  }
  next.turn();
  return next;
}

SearchPosition MoveMaker::play_rarely(const SearchPosition& at, const Action& action) const {
  const Played played = mill::play(variant_, at.position, action);
  const bool is_quiet = action.kind == Kind::kMove || action.kind == Kind::kPass;
  return SearchPosition::of(played.position, played.same_side ? at.side : at.side ^ 1,
                            is_quiet ? at.quiet + 1 : 0);
}

std::uint64_t MoveMaker::perft_turns(const SearchPosition& at, int depth) const {
  if (!plain_) return mill::perft_turns(variant_, at.position, depth);
  if (depth <= 0) return 1;
  if (has_too_few(at)) return 0;
  if (depth == 1) return count_turns(at);
  ActionList actions;
  generate(at, actions);
  std::uint64_t total = 0;
  for (const Action& action : actions) {
    const SearchPosition next = play(at, action);
    total += perft_turns(next, next.position.removals ? depth : depth - 1);
  }
  return total;
}

std::uint64_t MoveMaker::count_turns(const SearchPosition& at) const {
  const Position& position = at.position;
  const Mask empty = board_.all() & ~position.occupied();
  const auto [own, opponent] = board_.lines().held_by_each(position.own, position.opponent, empty);
  const Mask loose = removable(position, opponent.mills);
  if (position.removals) return static_cast<std::uint64_t>(count(loose));
  const Mask completing = empty & board_.lines().points(own.twos);
  const std::uint64_t removals = position.opponent ? static_cast<std::uint64_t>(count(loose)) : 1;
  std::uint64_t total = 0;
  if (position.own_hand > 0) total = count_steps(~Mask{0}, empty, completing, removals);
  if (position.own_hand > 0 && !variant_.rules.move_while_placing) return total;
  const bool anywhere = flies(at);
  for_each_bit(position.own, [&](int from) {
    const Mask targets = anywhere ? empty : empty & board_.neighbours(from);
    total += count_steps(position.own & ~bit(from), targets, completing & targets, removals);
  });
  return total;
}

/// Turns that bring one stone to one of `targets`, the other own stones being `rest`.
/// @param completing  those of the targets that may complete a line
/// @param removals    turns that a completed line makes of one
std::uint64_t MoveMaker::count_steps(Mask rest, Mask targets, Mask completing,
                                     std::uint64_t removals) const {
  auto total = static_cast<std::uint64_t>(count(targets));
  for_each_bit(completing & targets,
               [&](int to) { total += board_.completes_line(rest, to) ? removals - 1 : 0; });
  return total;
}

}  // namespace mill
