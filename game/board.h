#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/bits.h"
#include "game/error.h"
#include "game/symmetry.h"

namespace millstone {

inline constexpr int kMaxPoints = 32;

/// Points, edges and lines of a mill board, with the symmetries that follow from them.
/// Immutable once made; safe to read from many threads.
struct Board {
  std::string name;
  std::vector<std::string> point_names;     ///< "a1" ..: file letter and rank digit
  std::vector<int> rings;                   ///< lengths of the groups of the position text
  std::vector<Mask> neighbours;             ///< for each point, the points one slide away
  std::vector<Mask> lines;                  ///< each a set of points that makes a mill
  std::vector<std::vector<Mask>> lines_at;  ///< for each point, the lines through it
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

/// Reads a board from TOML text (see data/boards). Refuses unknown points, loops, double edges,
/// lines of fewer than three points, boards in several parts and boards of more than kMaxPoints.
/// @param source  how messages name the text, usually its file
Result<Board> parse_board(std::string_view text, std::string_view source);

}  // namespace millstone
