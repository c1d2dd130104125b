#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/evaluation/score.h"
#include "engine/games/game.h"
#include "engine/search/engine.h"
#include "game/value.h"

namespace mill {

/// What one legal action is worth to the side that plays it.
struct ActionValue {
  Action action;
  Score score = 0;  ///< 0 if nothing was found before the stop
  std::optional<Value> value =
      std::nullopt;  ///< where the rules, a database or the search are certain
  std::optional<int> distance =
      std::nullopt;      ///< plies to the end, this turn included, where it is known
  bool is_known = true;  ///< false: not looked at, as the stop came first
};

/// Plies to look ahead for such values where nothing else bounds the search.
inline constexpr int kUsualAdvicePlies = 6;

/// How value_actions() works.
struct ValueOptions {
  SearchLimits limits;               ///< for each action that no database knows
  std::function<bool()> is_stopped;  ///< asked before each action; none: never
  Engine::OnMessage on_message;      ///< told why a database was not used
};

/// Values all legal actions, best first; equally good ones in the order of generate_actions(). Each
/// comes from the rules if it ends the game, from the databases of the engine if they have the
/// position, otherwise from a search. Empty if the game is over by the rules of its position.
/// Errors of database files are told as messages and lead to a search.
std::vector<ActionValue> value_actions(Engine& engine, const Game& game,
                                       const ValueOptions& options);

}  // namespace mill
