#pragma once

#include <string>
#include <vector>

#include "engine/match/review.h"
#include "reports/json_output.h"

namespace mill {

/// Turns as people write them.
std::vector<std::string> turn_texts(const Board& board, const std::vector<Turn>& turns);

/// A turn of a game: "number", "side", "phase", "opening", "turn" and whether its value is "known";
/// if so, "before" with the best turn and "after" it, whether it was a "blunder", the "plies_lost",
/// and the turns that were "best". Values and distances are those of the side that moves.
Json review_json(const Board& board, const TurnReview& review);

}  // namespace mill
