#include "game/picture.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "base/words.h"
#include "game/moves.h"

namespace mill {
namespace {

// Cells between two neighbouring files and ranks. Characters are about twice as high as wide, and
// a diagonal then has a cell of its own half way.
constexpr int kFileStep = 4;
constexpr int kRankStep = 2;
constexpr int kLabelWidth = 3;
constexpr int kNameWidth = 2;  // of a point: "a1"

struct Cell {
  int x, y;  ///< columns from the left, rows from the bottom
};

/// A board's picture while it is being drawn.
class Canvas {
 public:
  explicit Canvas(const Board& board) : board_(board) {
    for (int point = 0; point < board.points(); ++point) {
      files_ = std::max(files_, file(point) + 1);
      ranks_ = std::max(ranks_, rank(point) + 1);
    }
    const int width = (files_ - 1) * kFileStep + kNameWidth;
    rows_.assign((ranks_ - 1) * kRankStep + 1, std::string(width, ' '));
  }

  void put(int point, std::string_view text) {
    const Cell cell = place(point);
    rows_[cell.y].replace(cell.x, text.size(), text);
  }

  /// Draws an edge between two points; false if it runs in none of the eight directions or over
  /// another point.
  bool join(int from, int to) {
    const int files = file(to) - file(from);
    const int ranks = rank(to) - rank(from);
    if (files != 0 && ranks != 0 && std::abs(files) != std::abs(ranks)) return false;
    if (is_interrupted(from, files, ranks)) return false;
    // A step of one cell, or from half way to half way on a diagonal.
    const bool diagonal = files != 0 && ranks != 0;
    const int steps =
        diagonal ? 2 * std::abs(files) : std::abs(files) * kFileStep + std::abs(ranks) * kRankStep;
    const Cell start = place(from);
    for (int step = 1; step < steps; ++step)
      stroke(
          {start.x + files * kFileStep * step / steps, start.y + ranks * kRankStep * step / steps},
          diagonal     ? (files > 0) == (ranks > 0) ? '/' : '\\'
          : files != 0 ? '-'
                       : '|');
    return true;
  }

  /// Draws all edges; returns those that cannot be drawn.
  std::string join_all() {
    std::string others;
    for (int point = 0; point < board_.points(); ++point)
      for_each_bit(board_.neighbours[point] & ~low_bits(point), [&](int other) {
        if (!join(point, other))
          others += fmt::format(" {}-{}", board_.point_names[point], board_.point_names[other]);
      });
    return others;
  }

  /// The rows, with labels of ranks and files if wanted.
  std::string text(bool labels) const {
    std::string result;
    for (int y = static_cast<int>(rows_.size()) - 1; y >= 0; --y) {
      std::string label;
      if (labels && y % kRankStep == 0) label = std::to_string(y / kRankStep + 1);
      result += without_trailing_blanks(fmt::format("{:<{}}", label, labels ? kLabelWidth : 0) +
                                        rows_[y]);
      result += '\n';
    }
    if (!labels) return result;
    std::string letters(kLabelWidth, ' ');
    for (int f = 0; f < files_; ++f) letters += fmt::format("{:<{}}", char('a' + f), kFileStep);
    return fmt::format("{}\n{}\n", result, without_trailing_blanks(letters));
  }

 private:
  bool is_interrupted(int from, int files, int ranks) const {
    const int steps = std::max(std::abs(files), std::abs(ranks));
    for (int step = 1; step < steps; ++step)
      for (int point = 0; point < board_.points(); ++point)
        if (file(point) == file(from) + files / steps * step &&
            rank(point) == rank(from) + ranks / steps * step)
          return true;
    return false;
  }

  int file(int point) const { return board_.point_names[point][0] - 'a'; }
  int rank(int point) const { return board_.point_names[point][1] - '1'; }
  Cell place(int point) const { return {file(point) * kFileStep, rank(point) * kRankStep}; }

  /// Draws one character of an edge; edges that cross show as a cross.
  void stroke(Cell cell, char character) {
    char& drawn = rows_[cell.y][cell.x];
    if (drawn == ' ' || drawn == character) {
      drawn = character;
    } else {
      drawn = character == '/' || character == '\\' ? 'x' : '+';
    }
  }

  const Board& board_;
  int files_ = 1, ranks_ = 1;
  std::vector<std::string> rows_;
};

/// What the picture cannot show.
std::string others_line(const std::string& others) {
  return others.empty() ? "" : "also joined:" + others + "\n";
}

std::string hand_text(const TextPosition& text_position) {
  const Position& position = text_position.position;
  if (position.own_hand == 0 && position.opponent_hand == 0) return "hands empty";
  const bool white_moves = text_position.side == Side::kWhite;
  return fmt::format("in hand: White {}, Black {}",
                     white_moves ? position.own_hand : position.opponent_hand,
                     white_moves ? position.opponent_hand : position.own_hand);
}

std::string task_text(const Variant& variant, const Position& position) {
  switch (status(variant, position)) {
    case Status::kTooFewStones:
      return "has too few stones and has lost";
    case Status::kCannotPlace:
      return "cannot place a stone and has lost";
    case Status::kBlocked:
      return ends_in_draw(variant, Status::kBlocked) ? "is blocked: a draw"
                                                     : "is blocked and has lost";
    case Status::kBoardFull:
      return ends_in_draw(variant, Status::kBoardFull) ? "finds the board full: a draw"
                                                       : "finds the board full and has lost";
    case Status::kOpen:
      break;
  }
  if (position.removals)
    return position.memory.from_own ? "to remove a stone of its own" : "to remove a stone";
  return position.own_hand > 0 ? "to place" : "to move";
}

}  // namespace

std::string board_picture(const Board& board, Mask white, Mask black, Mask marked) {
  Canvas canvas(board);
  const std::string others = canvas.join_all();
  for (int point = 0; point < board.points(); ++point)
    canvas.put(point, white & bit(point)    ? "O"
                      : black & bit(point)  ? "@"
                      : marked & bit(point) ? "X"
                                            : ".");
  return canvas.text(true) + others_line(others);
}

std::string board_names_picture(const Board& board) {
  Canvas canvas(board);
  const std::string others = canvas.join_all();
  for (int point = 0; point < board.points(); ++point) canvas.put(point, board.point_names[point]);
  return canvas.text(false) + others_line(others);
}

std::string position_caption(const Variant& variant, const TextPosition& text_position) {
  return fmt::format("{} ({}) {}, {}", side_name(text_position.side),
                     text_position.side == Side::kWhite ? 'O' : '@',
                     task_text(variant, text_position.position), hand_text(text_position));
}

std::string position_picture(const Variant& variant, const TextPosition& text_position) {
  return fmt::format("{}\n{}\n",
                     board_picture(*variant.board, text_position.white(), text_position.black(),
                                   text_position.position.memory.marked),
                     position_caption(variant, text_position));
}

}  // namespace mill
