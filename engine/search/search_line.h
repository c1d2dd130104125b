#pragma once

#include <vector>

#include "engine/evaluation/score.h"
#include "game/moves.h"

namespace mill {

/// One line of play with what it is worth to the side to move at its start.
struct SearchLine {
  Score score = 0;
  std::vector<Action> actions;  ///< at least one
};

}  // namespace mill
