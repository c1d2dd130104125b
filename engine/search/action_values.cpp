#include "engine/search/action_values.h"

#include <algorithm>

#include "engine/search/leaf_database.h"
#include "prober/prober.h"

namespace mill {
namespace {

/// What the rules say once the action has been played.
ActionValue ended_value(const Action& action, const GameResult& result, Side mover) {
  ActionValue found{action};
  found.value = !result.winner            ? Value::kDraw
                : *result.winner == mover ? Value::kWin
                                          : Value::kLoss;
  if (found.value != Value::kDraw) found.distance = found.value == Value::kWin ? 1 : 2;
  found.score = score_of(*found.value, found.distance);
  return found;
}

/// Value and, if its file is there, distance of a position for its side to move.
Result<ActionValue> probe(const Prober& prober, const Position& position) {
  const KnownValue known = MILLSTONE_TRY(prober.known_value(position));
  ActionValue found;
  found.value = known.value;
  found.distance = known.distance;
  return found;
}

/// The view of the side that acted, which may still be to move.
ActionValue seen_by_mover(ActionValue found, const Action& action, bool same_side) {
  found.action = action;
  if (!same_side) {
    found.value = opposite(*found.value);
    if (found.distance) ++*found.distance;
  }
  found.score = score_of(*found.value, found.distance);
  return found;
}

/// One ply further from the end, seen by the other side.
Score score_before(Score score) {
  if (is_known_win(score)) return -(score - 1);
  return is_known_loss(score) ? -(score + 1) : -score;
}

ActionValue search(Engine& engine, const Game& next, const Action& action, bool same_side,
                   const ValueOptions& options) {
  SearchLimits limits = options.limits;
  limits.full_strength = true;
  const SearchReport report = engine.think(next, limits, {}, options.on_message);
  const Score score = report.lines.front().score;
  ActionValue found{action, same_side ? score : score_before(score)};
  found.distance = plies_to_end(found.score);
  if (is_decided(found.score)) found.value = found.score > 0 ? Value::kWin : Value::kLoss;
  return found;
}

ActionValue value_action(Engine& engine, Game& game, const Action& action,
                         const ValueOptions& options) {
  const Side mover = game.side();
  MILLSTONE_CHECK(game.play(action).has_value());
  const GameResult result = game.result();
  if (result.ending != Ending::kOpen) return ended_value(action, result, mover);
  const bool same_side = game.side() == mover;
  if (const auto& prober = engine.options().prober) {
    const auto found = probe(*prober, game.position());
    if (found) return seen_by_mover(*found, action, same_side);
    const auto sentence = searching_instead(*prober, found.error());
    if (sentence && options.on_message) options.on_message(*sentence);
  }
  return search(engine, game, action, same_side, options);
}

}  // namespace

std::vector<ActionValue> value_actions(Engine& engine, const Game& game,
                                       const ValueOptions& options) {
  std::vector<ActionValue> values;
  Game next = game;
  for (const Action& action : generate_actions(game.variant(), game.position())) {
    ActionValue found{action};
    if (options.is_stopped && options.is_stopped()) {
      found.is_known = false;
    } else {
      found = value_action(engine, next, action, options);
      next.undo();
    }
    values.push_back(found);
  }
  std::stable_sort(values.begin(), values.end(), [](const auto& left, const auto& right) {
    return left.is_known == right.is_known ? left.score > right.score : left.is_known;
  });
  return values;
}

}  // namespace mill
