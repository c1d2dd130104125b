#pragma once

#include <string>

#include "engine/match/ladder.h"
#include "reports/json_output.h"

namespace mill {

/// A line for each player: Elo, score, draws against perfect play and turns that threw value away,
/// as far as they are known.
void print_ladder(const Ladder& ladder);

Json ladder_json(const Ladder& ladder);

/// Elo by player with intervals, and beside it the share of draws against perfect play where one of
/// them played perfectly, as a whole document.
std::string ladder_chart(const Ladder& ladder);

}  // namespace mill
