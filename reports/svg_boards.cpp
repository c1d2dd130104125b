#include <fmt/format.h>

#include <algorithm>

#include "reports/quantity.h"
#include "reports/svg_board.h"
#include "reports/svg_charts.h"

namespace mill {
namespace {

constexpr std::size_t kMostBoards = 4;
constexpr double kBoardWidth = 220, kBoardTop = 44;

}  // namespace

double draw_longest_wins(Svg& svg, const Variant& variant, const std::vector<LongWin>& wins) {
  if (wins.empty()) return 0;
  const std::size_t boards = std::min(wins.size(), kMostBoards);
  svg.text(0, 18, "The longest wins, White to move", "heading ink");
  for (std::size_t index = 0; index < boards; ++index) {
    const LongWin& win = wins[index];
    svg.open_group(static_cast<double>(index) * kChartWidth / kMostBoards, kBoardTop);
    svg.text(0, 0, fmt::format("{}: {}", win.subspace.text(), plies_text(win.distance)),
             "body ink");
    svg.open_group(0, 12);
    draw_board(svg, *variant.board, win.position.own, win.position.opponent, kBoardWidth);
    svg.close_group();
    svg.close_group();
  }
  return kBoardTop + 12 + kBoardWidth;
}

}  // namespace mill
