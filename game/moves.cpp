#include "game/moves.h"

namespace millstone {
namespace {

// Room for the moves of most positions; more only costs another allocation.
constexpr std::size_t kUsualMoves = 64;
constexpr std::size_t kUsualCaptures = 16;

/// Calls `visit(from, to)` for every placement (from = -1), slide and flight, legal or not yet
/// known to end the game.
template <typename Visit>
void for_each_step(const Variant& variant, const Position& position, Visit&& visit) {
  const Board& board = *variant.board;
  const Mask empty = board.all() & ~position.occupied();
  if (position.own_hand > 0) {
    for_each_bit(empty, [&](int to) { visit(-1, to); });
    return;
  }
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

Mask own_after(const Position& position, int from, int to) {
  return (from < 0 ? position.own : position.own & ~bit(from)) | bit(to);
}

bool earns_removal(const Variant& variant, const Position& position, int from, int to) {
  return position.opponent && variant.board->closes_mill(own_after(position, from, to), to);
}

Position after_step(const Position& position, int from, int to) {
  Position next = position;
  next.own = own_after(position, from, to);
  if (from < 0) --next.own_hand;
  return next;
}

}  // namespace

Status status(const Variant& variant, const Position& position) {
  if (position.own_total() < variant.rules.pieces_at_least_count) return Status::kTooFewStones;
  if (position.removals) return Status::kOpen;
  const bool placed = position.own_hand == 0 && position.opponent_hand == 0;
  if (placed && position.occupied() == variant.board->all()) return Status::kBoardFull;
  return has_step(variant, position) ? Status::kOpen : Status::kBlocked;
}

bool ends_in_draw(const Variant& variant, Status status) {
  return status == Status::kBoardFull && variant.rules.board_full_action == 4;
}

Mask removable(const Variant& variant, Mask opponent_stones) {
  if (variant.rules.remove_from_mills) return opponent_stones;
  const Mask loose = opponent_stones & ~variant.board->in_mills(opponent_stones);
  return loose ? loose : opponent_stones;
}

std::vector<Action> generate_actions(const Variant& variant, const Position& position) {
  std::vector<Action> actions;
  if (status(variant, position) != Status::kOpen) return actions;
  if (position.removals) {
    for_each_bit(removable(variant, position.opponent), [&](int point) {
      actions.push_back({Action::Kind::kRemove, -1, static_cast<std::int8_t>(point)});
    });
    return actions;
  }
  actions.reserve(kUsualMoves);
  for_each_step(variant, position, [&](int from, int to) {
    actions.push_back({from < 0 ? Action::Kind::kPlace : Action::Kind::kMove,
                       static_cast<std::int8_t>(from), static_cast<std::int8_t>(to)});
  });
  return actions;
}

Position apply(const Variant& variant, const Position& position, const Action& action) {
  Position next = position;
  if (action.kind == Action::Kind::kRemove) {
    next.opponent &= ~bit(action.to);
    --next.removals;
  } else {
    next = after_step(position, action.from, action.to);
    next.removals = earns_removal(variant, position, action.from, action.to) ? 1 : 0;
  }
  return next.removals ? next : turned(next);
}

std::vector<Turn> generate_turns(const Variant& variant, const Position& position) {
  std::vector<Turn> turns;
  const std::vector<Action> actions = generate_actions(variant, position);
  turns.reserve(actions.size() + kUsualCaptures);
  for (const Action& action : actions) {
    if (action.kind == Action::Kind::kRemove) {
      turns.push_back({-1, -1, bit(action.to)});
    } else if (!earns_removal(variant, position, action.from, action.to)) {
      turns.push_back({action.from, action.to, 0});
    } else {
      for_each_bit(removable(variant, position.opponent), [&](int point) {
        turns.push_back({action.from, action.to, bit(point)});
      });
    }
  }
  return turns;
}

Position apply(const Variant&, const Position& position, const Turn& turn) {
  Position next = position;
  if (turn.to >= 0) next = after_step(position, turn.from, turn.to);
  next.opponent &= ~turn.removed;
  return turned(next);
}

}  // namespace millstone
