#pragma once

#include <vector>

#include "prober/partial_turns.h"
#include "server/site/call.h"
#include "server/site/position_json.h"

namespace mill {

/// A turn and where it leads to, as the side that did not play it sees it.
struct NextPosition {
  Turn turn;
  TextPosition position;
  Standing standing;
  std::optional<Grade> grade;  ///< of a draw, as the side sees it that played the turn
};

NextPosition next_position(const Variant& variant, const TextPosition& before,
                           const PartialTurn& known);

/// As look_up_turns().
Reply<PartialTurns> look_up(const ServedDatabase& database, const Position& position);

}  // namespace mill
