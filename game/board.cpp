#include "game/board.h"

#include <toml++/toml.h>

#include <algorithm>

namespace millstone {
namespace {

/// Parses one board text; every step returns false after setting `error_`.
class BoardParser {
 public:
  BoardParser(std::string_view text, std::string_view source) : text_(text), source_(source) {}

  Result<Board> run() {
    if (!(read_table() && read_points() && read_edges() && read_lines() && check_connected()))
      return tl::unexpected(error_);
    board_.lines_at.resize(board_.point_names.size());
    for (Mask line : board_.lines)
      for_each_bit(line, [&](int point) { board_.lines_at[point].push_back(line); });
    board_.symmetries = find_symmetries(board_.neighbours, board_.lines);
    return std::move(board_);
  }

 private:
  template <typename... Args>
  bool refuse(fmt::format_string<Args...> format, Args&&... args) {
    error_.message =
        fmt::format("board {}: ", source_) + fmt::format(format, std::forward<Args>(args)...);
    return false;
  }

  bool read_table() {
    try {
      table_ = toml::parse(text_);
    } catch (const toml::parse_error& failure) {
      return refuse("not valid TOML, line {}: {}", failure.source().begin.line,
                    failure.description());
    }
    for (const auto& [key, node] : table_)
      if (key != "name" && key != "rings" && key != "edges" && key != "lines")
        return refuse("unknown field '{}'", key.str());
    const auto name = table_["name"].value<std::string>();
    if (!name) return refuse("field 'name' must be a text");
    board_.name = *name;
    return true;
  }

  bool read_points() {
    const toml::array* rings = table_["rings"].as_array();
    if (!rings) return refuse("field 'rings' must be a list of lists of point names");
    for (const toml::node& ring : *rings) {
      const toml::array* names = ring.as_array();
      if (!names) return refuse("field 'rings' must be a list of lists of point names");
      for (const toml::node& node : *names)
        if (!add_point(node.value<std::string>().value_or(""))) return false;
      board_.rings.push_back(static_cast<int>(names->size()));
    }
    if (board_.point_names.empty()) return refuse("field 'rings' names no point");
    board_.neighbours.assign(board_.point_names.size(), 0);
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
  bool read_chain(const toml::node& node, std::string_view field, std::vector<int>& points) {
    const std::string text = node.value<std::string>().value_or("");
    points.clear();
    for (std::size_t start = 0; start <= text.size(); start += 3) {
      const int point = board_.find_point(std::string_view(text).substr(start, 2));
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

  bool read_edges() {
    const toml::array* edges = table_["edges"].as_array();
    if (!edges) return refuse("field 'edges' must be a list of texts such as \"a1-a4\"");
    std::vector<int> ends;
    for (const toml::node& node : *edges) {
      if (!read_chain(node, "edges", ends)) return false;
      if (ends.size() != 2) return refuse("an entry of field 'edges' must join two points");
      if (board_.neighbours[ends[0]] & bit(ends[1]))
        return refuse("field 'edges' joins {} and {} twice", board_.point_names[ends[0]],
                      board_.point_names[ends[1]]);
      board_.neighbours[ends[0]] |= bit(ends[1]);
      board_.neighbours[ends[1]] |= bit(ends[0]);
    }
    return true;
  }

  bool read_lines() {
    const toml::array* lines = table_["lines"].as_array();
    if (!lines) return refuse("field 'lines' must be a list of texts such as \"a1-a4-a7\"");
    std::vector<int> points;
    for (const toml::node& node : *lines) {
      if (!read_chain(node, "lines", points)) return false;
      if (points.size() < 3) return refuse("a line needs at least three points");
      Mask line = 0;
      for (int point : points) line |= bit(point);
      if (std::find(board_.lines.begin(), board_.lines.end(), line) != board_.lines.end())
        return refuse("field 'lines' names a line twice");
      board_.lines.push_back(line);
    }
    return true;
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

  std::string_view text_, source_;
  toml::table table_;
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

Result<Board> parse_board(std::string_view text, std::string_view source) {
  return BoardParser(text, source).run();
}

}  // namespace millstone
