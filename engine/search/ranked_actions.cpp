#include "engine/search/ranked_actions.h"

#include <algorithm>

namespace mill {

RankedActions rank_actions(Engine& engine, const Game& game, SearchLimits limits,
                           const Engine::OnMessage& on_message) {
  limits.full_strength = true;
  const SearchLine line = engine.think(game, limits, {}, on_message).lines.front();
  ValueOptions options;
  options.limits = limits;
  options.on_message = on_message;
  if (limits.depth) options.limits.depth = std::max(1, *limits.depth - 1);
  if (limits.time)
    options.limits.time = *limits.time / generate_actions(game.variant(), game.position()).size();
  RankedActions ranked{value_actions(engine, game, options), line};

  std::vector<ActionValue>& values = ranked.values;
  const auto chosen = std::find_if(values.begin(), values.end(), [&](const ActionValue& each) {
    return each.action == line.actions.front();
  });
  MILLSTONE_CHECK(chosen != values.end());
  if (chosen->score == values.front().score)
    std::rotate(values.begin(), chosen, chosen + 1);
  else
    ranked.best.actions = {values.front().action};
  ranked.best.score = values.front().score;
  return ranked;
}

}  // namespace mill
