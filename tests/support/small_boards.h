#pragma once

#include <memory>

#include "game/board.h"

namespace mill {

/// A ladder of 3 x 4 points with every three in a row a line: stones close two lines at a time.
std::shared_ptr<const Board> ladder_board();

/// Ten points, so that five stones per side fill the board.
std::shared_ptr<const Board> flag_board();

}  // namespace mill
