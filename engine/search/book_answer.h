#pragma once

#include <vector>

#include "engine/games/game.h"
#include "engine/search/opening_book.h"
#include "engine/search/search_line.h"

namespace mill {

/// What a book says in a game: a line for each action that begins one of its turns, or goes on with
/// one that has begun, in the order of the book. Empty where it says nothing.
std::vector<SearchLine> ask_book(const OpeningBook& book, const Game& game);

}  // namespace mill
