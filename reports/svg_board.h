#pragma once

#include <string>

#include "game/position_text.h"
#include "reports/svg.h"

namespace mill {

/// Draws a board with its stones into a square from the corner of the open group on: edges, points,
/// stones, and the coordinates at the left and lower edges. Edges over another point are drawn
/// straight too.
/// @param width  of the square, coordinates included, in pixels
void draw_board(Svg& svg, const Board& board, Mask white, Mask black, double width);

/// A position as a whole document: the board, and below it who is to do what and what is in hand.
std::string position_svg(const Variant& variant, const TextPosition& text_position);

}  // namespace mill
