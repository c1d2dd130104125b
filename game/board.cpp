#include "game/board.h"

#include <algorithm>

#include "game/toml_text.h"

namespace mill {
namespace {

/// Makes one board; every step returns false after setting `error_`.
class BoardMaker {
 public:
  BoardMaker(const BoardOutline& outline, std::string_view who) : outline_(outline), who_(who) {}

  Result<Board> run() {
    board_.name = outline_.name;
    if (!(add_points() && add_edges() && add_lines() && check_connected() && add_symmetries()))
      return tl::unexpected(error_);
    add_rows();
    return std::move(board_);
  }

 private:
  template <typename... Args>
  bool refuse(fmt::format_string<Args...> format, Args&&... args) {
    error_.message = fmt::format("{}: ", who_) + fmt::format(format, std::forward<Args>(args)...);
    return false;
  }

  bool add_points() {
    for (const std::vector<std::string>& ring : outline_.rings) {
      if (ring.empty()) return refuse("field 'rings' has an empty list");
      for (const std::string& name : ring)
        if (!add_point(name)) return false;
      board_.rings.push_back(static_cast<int>(ring.size()));
    }
    if (board_.point_names.empty()) return refuse("field 'rings' names no point");
    board_.neighbours.assign(board_.point_names.size(), 0);
    board_.lines_at.resize(board_.point_names.size());
    return true;
  }

  bool add_point(const std::string& name) {
    const bool valid =
        name.size() == 2 && name[0] >= 'a' && name[0] <= 'z' && name[1] >= '1' && name[1] <= '9';
    if (!valid) return refuse("'{}' in field 'rings' is no point name such as a1", name);
    if (board_.find_point(name) >= 0) return refuse("field 'rings' names {} twice", name);
    if (board_.points() == kMaxPoints) return refuse("more than {} points", kMaxPoints);
    board_.point_names.push_back(name);
    return true;
  }

  /// Splits "a1-a4-a7" into point indices.
  bool read_chain(std::string_view text, std::string_view field, std::vector<int>& points) {
    points.clear();
    for (std::size_t start = 0; start <= text.size(); start += 3) {
      const int point = board_.find_point(text.substr(start, 2));
      const bool separated = start + 2 >= text.size() || text[start + 2] == '-';
      if (point < 0 || !separated)
        return refuse("'{}' in field '{}' is no chain of points such as a1-a4", text, field);
      if (std::find(points.begin(), points.end(), point) != points.end())
        return refuse("'{}' in field '{}' names a point twice", text, field);
      points.push_back(point);
      if (start + 2 == text.size()) break;
    }
    return true;
  }

  bool add_edges() {
    std::vector<int> ends;
    for (const std::string& edge : outline_.edges) {
      if (!read_chain(edge, "edges", ends)) return false;
      if (ends.size() != 2) return refuse("'{}' in field 'edges' must join two points", edge);
      if (board_.neighbours[ends[0]] & bit(ends[1]))
        return refuse("field 'edges' joins {} and {} twice", board_.point_names[ends[0]],
                      board_.point_names[ends[1]]);
      board_.neighbours[ends[0]] |= bit(ends[1]);
      board_.neighbours[ends[1]] |= bit(ends[0]);
    }
    return true;
  }

  bool add_lines() {
    std::vector<int> points;
    for (const std::string& text : outline_.lines) {
      if (!read_chain(text, "lines", points)) return false;
      if (board_.lines.size() == kMaxLines) return refuse("more than {} lines", kMaxLines);
      if (points.size() < 3)
        return refuse("'{}' in field 'lines' needs at least three points", text);
      Mask line = 0;
      for (int point : points) line |= bit(point);
      if (std::find(board_.lines.begin(), board_.lines.end(), line) != board_.lines.end())
        return refuse("field 'lines' names the line '{}' twice", text);
      board_.lines.push_back(line);
      for (int point : points) board_.lines_at[point].push_back(line);
    }
    return true;
  }

  RowKind kind_of(int first, int last) const {
    const auto runs_along = [&](int axis) {
      return board_.point_names[first][axis] == board_.point_names[last][axis];
    };
    const auto is_middle = [&](int axis) {
      const auto [least, most] = std::minmax_element(
          board_.point_names.begin(), board_.point_names.end(),
          [&](const auto& left, const auto& right) { return left[axis] < right[axis]; });
      return 2 * board_.point_names[first][axis] == (*least)[axis] + (*most)[axis];
    };
    for (const int axis : {0, 1})
      if (runs_along(axis)) return is_middle(axis) ? RowKind::kCross : RowKind::kSquareEdge;
    return RowKind::kDiagonal;
  }

  void add_rows() {
    for (const Mask line : board_.lines) {
      std::vector<int> points;
      for_each_bit(line, [&](int point) { points.push_back(point); });
      if (points.size() != 3) continue;
      // The order of names is that along a straight line.
      std::ranges::sort(points, {}, [&](int point) { return board_.point_names[point]; });
      board_.rows.push_back({static_cast<std::int8_t>(points[0]),
                             static_cast<std::int8_t>(points[1]),
                             static_cast<std::int8_t>(points[2]), kind_of(points[0], points[2])});
    }
    std::stable_partition(board_.rows.begin(), board_.rows.end(),
                          [](const Row& row) { return row.kind == RowKind::kCross; });
  }

  bool check_connected() {
    Mask reached = 1;
    for (Mask grown = reached;; reached = grown) {
      for_each_bit(reached, [&](int point) { grown |= board_.neighbours[point]; });
      if (grown == reached) break;
    }
    if (reached == board_.all()) return true;
    return refuse("point {} cannot be reached from {}",
                  board_.point_names[lowest(board_.all() & ~reached)], board_.point_names[0]);
  }

  bool add_symmetries() {
    Result<SymmetryGroup> symmetries = find_symmetries(board_.neighbours, board_.lines);
    if (!symmetries) return refuse("{}", symmetries.error().message);
    board_.symmetries = std::move(*symmetries);
    return true;
  }

  const BoardOutline& outline_;
  std::string_view who_;
  Board board_;
  Error error_{ErrorCode::kInvalidArgument, ""};
};

}  // namespace

int Board::most_lines_at_a_point() const {
  std::size_t most = 0;
  for (const std::vector<Mask>& through : lines_at) most = std::max(most, through.size());
  return static_cast<int>(most);
}

int Board::find_point(std::string_view point_name) const {
  const auto found = std::find(point_names.begin(), point_names.end(), point_name);
  return found == point_names.end() ? -1 : static_cast<int>(found - point_names.begin());
}

bool same_graph(const Board& left, const Board& right) {
  return left.point_names == right.point_names && left.neighbours == right.neighbours &&
         std::is_permutation(left.lines.begin(), left.lines.end(), right.lines.begin(),
                             right.lines.end());
}

bool is_printable(std::string_view name) {
  return !name.empty() &&
         std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

Result<Board> make_board(const BoardOutline& outline, std::string_view who) {
  return BoardMaker(outline, who).run();
}

Result<Board> parse_board(std::string_view text, std::string_view source) {
  const std::string who = fmt::format("board {}", source);
  const toml::table table = MILLSTONE_TRY(parse_toml(text, who));
  return read_board(table, "", who);
}

}  // namespace mill
