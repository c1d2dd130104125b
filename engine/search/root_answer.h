#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "base/task.h"
#include "engine/search/engine.h"
#include "engine/search/leaf_database.h"

namespace mill {

/// What the databases say of the legal turns of a position.
struct RootAnswer {
  /// One for each legal action, best first: shortest win, draws, longest loss; among draws the one
  /// of the best grade, where they are graded, and of equals the one after which the opponent has
  /// most turns that lose. The score of the best turn it begins, and what perfect play makes of it.
  std::vector<SearchLine> lines;
  std::size_t equally_good = 1;  ///< the first of them, which nothing above tells apart

  /// Whether lines.front() is to be played. Not so where a game is won or lost in a number of plies
  /// that no file tells: a search has to choose among `keep`.
  bool is_final = true;
  std::vector<Action> keep;  ///< actions that keep the value
};

/// Nothing if a turn leads to a position that no file knows; the database then has a note, unless
/// all its files are compiled in.
/// @param stop  ends the work early: draws are then not told apart
std::optional<RootAnswer> ask_at_root(const LeafDatabase& database, const Game& game,
                                      StopFlag stop);

}  // namespace mill
