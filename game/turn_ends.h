#pragma once

#include "game/moves.h"

namespace mill {

/// Calls `visit(played)` for what each turn of the side to move leads to, action by action; several
/// times where stones may be taken in one order or another and the order may matter.
/// @param lowest  as in generate_actions_from()
template <typename Visit>
void for_each_turn_end(const Variant& variant, const Position& position, const Visit& visit,
                       int lowest = 0) {
  for (const Action& action : generate_actions_from(variant, position, lowest)) {
    const Played played = play(variant, position, action);
    if (turn_goes_on(position, action, played))
      for_each_turn_end(variant, played.position, visit,
                        lowest_after(variant, position, action, played));
    else
      visit(played);
  }
}

}  // namespace mill
