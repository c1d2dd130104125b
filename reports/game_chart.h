#pragma once

#include <string>
#include <vector>

#include "engine/games/game_text.h"
#include "engine/match/review.h"

namespace mill {

/// A picture of the value along a game as a whole document: a bar for each position, upwards where
/// White wins, downwards where Black does, the higher the nearer the end is; a mark for each turn
/// that threw value away, above the plot for White and below it for Black, with the turn where
/// there is room. Turns of the opening have no mark. Positions that the databases do not know have
/// no bar.
std::string game_chart(const GameRecord& record, const std::vector<TurnReview>& reviews);

}  // namespace mill
