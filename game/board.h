#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bits.h"
#include "base/error.h"
#include "game/symmetry.h"

namespace mill {

inline constexpr int kMaxPoints = 32;
inline constexpr int kMaxLines = 64;

/// How a line of three points runs, which custodianCapture, interventionCapture and leapCapture
/// ask.
enum class RowKind : std::uint8_t {
  kSquareEdge,  ///< along a side of a square
  kCross,       ///< up and down or across through the middle of the board
  kDiagonal,
};

/// A line of three points in the order in which they stand on the board.
struct Row {
  std::int8_t first, middle, last;
  RowKind kind;
};

/// Points, edges and lines of a mill board, with the symmetries that follow from them.
/// Immutable once made; safe to read from many threads.
struct Board {
  std::string name;
  std::vector<std::string> point_names;     ///< "a1" ..: file letter and rank digit
  std::vector<int> rings;                   ///< lengths of the groups of the position text
  std::vector<Mask> neighbours;             ///< for each point, the points one slide away
  std::vector<Mask> lines;                  ///< each a set of points that makes a mill
  std::vector<std::vector<Mask>> lines_at;  ///< for each point, the lines through it
  /// The lines of three points, by where the names of their points say that these stand; those
  /// through the middle of the board first.
  std::vector<Row> rows;
  SymmetryGroup symmetries;

  int points() const { return static_cast<int>(point_names.size()); }
  Mask all() const { return low_bits(points()); }

  /// Index of the point with that name, or -1.
  int find_point(std::string_view point_name) const;

  /// Whether `stones` holds a complete line through `point`.
  bool closes_mill(Mask stones, int point) const {
    for (Mask line : lines_at[point])
      if ((stones & line) == line) return true;
    return false;
  }

  /// How many lines through `point` are complete in `stones`.
  int lines_closed(Mask stones, int point) const {
    int closed = 0;
    for (Mask line : lines_at[point]) closed += (stones & line) == line;
    return closed;
  }

  /// The most lines that pass through one point.
  int most_lines_at_a_point() const;

  /// The stones of `stones` that stand in a complete line.
  Mask in_mills(Mask stones) const {
    Mask result = 0;
    for (Mask line : lines)
      if ((stones & line) == line) result |= line;
    return result;
  }
};

/// Whether two boards have the same points in the same order, the same edges and the same lines.
bool same_graph(const Board& left, const Board& right);

/// Whether a name can stand in a file header and on a terminal: printable ASCII, not empty.
bool is_printable(std::string_view name);

/// A board as it is written down: lists of names, nothing checked.
struct BoardOutline {
  std::string name;
  std::vector<std::vector<std::string>> rings;  ///< point names, in the groups of position text
  std::vector<std::string> edges;               ///< such as "a1-a4"
  std::vector<std::string> lines;               ///< such as "a1-a4-a7"
};

/// Makes a board of its outline. Refuses names that are no point names or stand twice, loops,
/// double edges, lines of fewer than three points, boards in several parts, boards of more than
/// kMaxPoints points or kMaxLines lines and those with too many symmetries (see find_symmetries).
/// @param who  how messages begin, such as "board boards/24.toml"
Result<Board> make_board(const BoardOutline& outline, std::string_view who);

/// Reads a board from TOML text (see data/boards) and makes it.
/// @param source  how messages name the text, usually its file
Result<Board> parse_board(std::string_view text, std::string_view source);

}  // namespace mill
