#include "engine/played_turns.h"

#include "game/notation.h"

namespace millstone {
namespace {

void add_action(Turn& turn, const Action& action) {
  if (action.kind == Action::Kind::kRemove) {
    turn.removed |= bit(action.to);
  } else {
    turn.from = action.from;
    turn.to = action.to;
  }
}

/// Whether the side that has just acted goes on with the same turn.
bool goes_on(const TextPosition& before, const Action& action, const TextPosition& after) {
  if (after.side != before.side) return false;
  if (after.position.removals) return true;
  // A blocked side has taken a stone and moves now (stalemateAction 2).
  return action.kind == Action::Kind::kRemove && before.position.removals == 0;
}

}  // namespace

std::vector<PlayedTurn> played_turns(const Game& game) {
  std::vector<PlayedTurn> turns;
  bool open = false;
  for (std::size_t index = 0; index < game.actions().size(); ++index) {
    if (!open) turns.push_back({index, index, {}, true});
    const Action& action = game.actions()[index];
    PlayedTurn& last = turns.back();
    add_action(last.turn, action);
    last.end = index + 1;
    open = goes_on(game.positions()[index], action, game.positions()[index + 1]);
    last.complete = !open;
  }
  return turns;
}

std::vector<Action> actions_in_order(const Variant& variant, const Position& position,
                                     const Turn& turn) {
  Game trial(variant, TextPosition{position});
  MILLSTONE_CHECK(trial.play(turn_text(*variant.board, turn)).has_value());
  return {trial.actions().begin(), trial.actions().end()};
}

}  // namespace millstone
