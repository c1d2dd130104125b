#pragma once

#include "reports/database_stats.h"
#include "reports/svg.h"

namespace mill {

// In pixels: the width that every part of a picture keeps to, and what is left free around them.
inline constexpr double kChartWidth = 1000;
inline constexpr double kPageMargin = 40;

/// Where a diagram has its plot, in pixels; it reaches to the right edge.
struct PlotArea {
  double left, top, height;

  constexpr double width() const { return kChartWidth - left; }
  constexpr double middle() const { return top + height / 2; }
  constexpr double bottom() const { return top + height; }
};

// Colours that stay apart for people who see no red or no green.
inline constexpr Colour kWinColour = {35, 101, 176};
inline constexpr Colour kDrawColour = {243, 230, 194};
inline constexpr Colour kLossColour = {201, 76, 37};

/// The three colours mixed by the shares of wins, draws and losses: bright where much is drawn,
/// dark where much is decided.
Colour share_colour(const ClassCounts& counts);

// Each draws one part of the picture from the left edge on and returns its height.

/// Subspaces as cells, rows by the stones of the side to move and columns by those of the opponent,
/// coloured by their shares; those with empty hands large, with the shares in figures, then a panel
/// for each pair of hands.
double draw_heat_map(Svg& svg, const std::vector<SubspaceStats>& subspaces);

/// Wins and losses of all subspaces by distance, on a logarithmic scale. Nothing, and a height of
/// 0, without distances.
double draw_distance_histogram(Svg& svg, const std::vector<SubspaceStats>& subspaces);

/// Draws of all subspaces by the gain of their grade, on a logarithmic scale. Nothing, and a height
/// of 0, without grades.
double draw_gain_histogram(Svg& svg, const std::vector<SubspaceStats>& subspaces);

/// The boards of the first of the longest wins, White to move, with the distance. As above.
double draw_longest_wins(Svg& svg, const Variant& variant, const std::vector<LongWin>& wins);

}  // namespace mill
