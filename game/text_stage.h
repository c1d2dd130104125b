#pragma once

#include <vector>

#include "game/position.h"

namespace mill {

/// The fields phase and action of a position text.
struct Stage {
  char phase = 'n', action = '?';
};

/// Every way in which programs write phase and action of a position, what this one writes first.
/// Where the rules let one side move while the other places, the phase is that of the side to move;
/// a removal has the phase that the stone was set or moved in; and the action of a moving position
/// is `p` in some programs. A position that is decided may say so or not.
std::vector<Stage> stages_of(const Variant& variant, const Position& position);

/// What a text says of the stones that are to be taken.
struct DueRemovals {
  char phase = 'n';
  int own = 0;    ///< due to the side to move
  int other = 0;  ///< ... and to the other side
  int stalemate =
      0;  ///< the suffix `s`: 1 a blocked side takes a stone and goes on, 2 both take one
};

/// Whether they are those that a full board (boardFullAction) or a blocked side (stalemateAction)
/// takes: other programs count them as due, a Position has no removal pending then.
bool is_blocked_removal(const Variant& variant, const Position& position, const DueRemovals& due);

/// Whether a board that was full has lost the first of two stones (boardFullAction 1 and 2).
bool is_between_two(const Variant& variant, const Position& position);

}  // namespace mill
