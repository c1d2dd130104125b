#pragma once

#include <string>

#include "game/position_text.h"

namespace mill {

/// The board drawn in characters, from its data alone: points by their names (file letter, rank
/// digit), edges as - | / and \, White O, Black @, marked points X, empty ones as dots, with rank
/// and file labels. Edges that run in none of the eight directions or over another point are listed
/// below. Lines end with a newline.
std::string board_picture(const Board& board, Mask white, Mask black, Mask marked = 0);

/// The empty board drawn in the same way, each point by its name, without labels.
std::string board_names_picture(const Board& board);

/// Who is to do what, and how many stones are in hand: "White (O) to remove a stone, hands empty".
std::string position_caption(const Variant& variant, const TextPosition& text_position);

/// The picture and the caption.
std::string position_picture(const Variant& variant, const TextPosition& text_position);

}  // namespace mill
