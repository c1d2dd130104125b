#include "engine/games/played_turns.h"

namespace mill {
namespace {

void add_action(Turn& turn, const Action& action) {
  if (action.kind == Action::Kind::kRemove) {
    turn.removed |= bit(action.to);
  } else {
    turn.from = action.from;
    turn.to = action.to;
  }
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
    const TextPosition& before = game.positions()[index];
    const TextPosition& after = game.positions()[index + 1];
    open = turn_goes_on(before.position, action, {after.position, after.side == before.side});
    last.complete = !open;
  }
  return turns;
}

}  // namespace mill
