#pragma once

#include <vector>

#include "engine/search/action_values.h"

namespace mill {

/// All legal actions of a position with what each is worth, and the line of play that begins with
/// the first of them. What `hint` and `values` of a session tell, so that they agree.
struct RankedActions {
  std::vector<ActionValue> values;  ///< best first
  SearchLine best;                  ///< its first action is that of values.front()
};

/// Ranks the actions as value_actions() does; of those that are worth as much as the best, the one
/// that the engine would play comes first. Actions that no database knows are searched one ply less
/// deep than `limits` says, being a ply further on, and share its time. Advice is given at full
/// strength. The game must not be over by the rules of its position.
RankedActions rank_actions(Engine& engine, const Game& game, SearchLimits limits,
                           const Engine::OnMessage& on_message);

}  // namespace mill
