#pragma once

#include "engine/evaluation/score.h"
#include "game/value.h"

namespace mill {

/// What a position is worth, from -1 (lost) to 1 (won), and the score that says the same: what a
/// stone is worth fades where a side is far ahead.
double worth_of(Score score);
double worth_of(Value value);
Score score_of_worth(double worth);

}  // namespace mill
