#include "reports/svg_board.h"

#include <algorithm>

#include "game/picture.h"

namespace mill {
namespace {

/// Where the points of a board lie in a square.
class Places {
 public:
  Places(const Board& board, double width) : board_(board) {
    for (const std::string& name : board.point_names) {
      files_ = std::max(files_, name[0] - 'a' + 1);
      ranks_ = std::max(ranks_, name[1] - '0');
    }
    // The labels take one half of a step, and a stone on the edge another.
    step_ = width / (std::max(files_, ranks_) + 0.6);
  }
  int files() const { return files_; }
  int ranks() const { return ranks_; }
  double x(int point) const { return file_x(board_.point_names[point][0] - 'a'); }
  double y(int point) const { return rank_y(board_.point_names[point][1] - '1'); }
  double file_x(int file) const { return step_ * (file + 1.1); }
  double rank_y(int rank) const { return step_ * (ranks_ - rank - 0.5); }
  double label_x() const { return step_ * 0.3; }
  double label_y() const { return step_ * (ranks_ + 0.3); }
  double stone() const { return 0.38 * step_; }
  double dot() const { return std::max(0.07 * step_, 2.0); }

 private:
  const Board& board_;
  int files_ = 1, ranks_ = 1;
  double step_;
};

void draw_edges(Svg& svg, const Board& board, const Places& places) {
  for (int point = 0; point < board.points(); ++point)
    for_each_bit(board.neighbours[point] & ~low_bits(point), [&](int other) {
      svg.line(places.x(point), places.y(point), places.x(other), places.y(other), "board");
    });
}

void draw_labels(Svg& svg, const Places& places) {
  constexpr double kHalfHeight = 4;  // of a digit in the style `small`
  for (int file = 0; file < places.files(); ++file)
    svg.text(places.file_x(file), places.label_y() + kHalfHeight,
             std::string(1, static_cast<char>('a' + file)), "small faint", Anchor::kMiddle);
  for (int rank = 0; rank < places.ranks(); ++rank)
    svg.text(places.label_x(), places.rank_y(rank) + kHalfHeight, std::to_string(rank + 1),
             "small faint", Anchor::kMiddle);
}

}  // namespace

void draw_board(Svg& svg, const Board& board, Mask white, Mask black, double width) {
  const Places places(board, width);
  draw_edges(svg, board, places);
  draw_labels(svg, places);
  for (int point = 0; point < board.points(); ++point) {
    const bool is_white = white & bit(point);
    const bool is_black = black & bit(point);
    svg.circle(places.x(point), places.y(point),
               is_white || is_black ? places.stone() : places.dot(),
               is_white   ? "white"
               : is_black ? "black"
                          : "point");
  }
}

std::string position_svg(const Variant& variant, const TextPosition& text_position) {
  constexpr double kWidth = 320, kCaption = 34;
  Svg svg;
  draw_board(svg, *variant.board, text_position.white(), text_position.black(), kWidth);
  const std::string caption = position_caption(variant, text_position);
  svg.text(kWidth / 2, kWidth + kCaption / 2, caption, "small ink", Anchor::kMiddle);
  return svg.document(kWidth, kWidth + kCaption, caption);
}

}  // namespace mill
