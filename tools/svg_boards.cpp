#include <fmt/format.h>

#include <algorithm>

#include "tools/svg_charts.h"

namespace millstone {
namespace {

constexpr std::size_t kMostBoards = 4;
constexpr double kBoardWidth = 200, kBoardTop = 44, kBoardMargin = 16;

/// Where the points of a board lie in a square of kBoardWidth.
class Places {
 public:
  explicit Places(const Board& board) : board_(board) {
    int last = 1;
    for (const std::string& name : board.point_names)
      last = std::max({last, name[0] - 'a', name[1] - '1'});
    for (const std::string& name : board.point_names) ranks_ = std::max(ranks_, name[1] - '1');
    step_ = (kBoardWidth - 2 * kBoardMargin) / last;
  }
  double x(int point) const { return kBoardMargin + step_ * (board_.point_names[point][0] - 'a'); }
  double y(int point) const {
    return kBoardMargin + step_ * (ranks_ - (board_.point_names[point][1] - '1'));
  }
  double stone() const { return std::min(0.36 * step_, 13.0); }

 private:
  const Board& board_;
  int ranks_ = 0;
  double step_;
};

void draw_board(Svg& svg, const Board& board, const Position& position) {
  const Places places(board);
  for (int point = 0; point < board.points(); ++point)
    for_each_bit(board.neighbours[point] & ~low_bits(point), [&](int other) {
      svg.line(places.x(point), places.y(point), places.x(other), places.y(other), "board");
    });
  for (int point = 0; point < board.points(); ++point) {
    const bool white = position.own & bit(point);
    const bool black = position.opponent & bit(point);
    svg.circle(places.x(point), places.y(point), white || black ? places.stone() : 3,
               white   ? "white"
               : black ? "black"
                       : "point");
  }
}

}  // namespace

double draw_longest_wins(Svg& svg, const Variant& variant, const std::vector<LongWin>& wins) {
  if (wins.empty()) return 0;
  const std::size_t boards = std::min(wins.size(), kMostBoards);
  svg.text(0, 18, "The longest wins, White to move", "heading ink");
  for (std::size_t index = 0; index < boards; ++index) {
    const LongWin& win = wins[index];
    svg.open_group(static_cast<double>(index) * kChartWidth / kMostBoards, kBoardTop);
    svg.text(kBoardMargin, 0, fmt::format("{}: {} plies", win.subspace.text(), win.distance),
             "body ink");
    svg.open_group(0, 4);
    draw_board(svg, *variant.board, win.position);
    svg.close_group();
    svg.close_group();
  }
  return kBoardTop + kBoardWidth + 8;
}

}  // namespace millstone
