#include "game/board.h"

#include <gtest/gtest.h>

#include <ostream>

#include "game/embedded_data.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

int edge_count(const Board& board) {
  int ends = 0;
  for (Mask neighbours : board.neighbours) ends += count(neighbours);
  return ends / 2;
}

Board embedded_board(std::string_view name) {
  return board_from(*embedded_text(fmt::format("boards/{}.toml", name)));
}

struct KnownBoard {
  std::string_view name;
  int points, edges, lines, symmetries;
  std::vector<int> rings;
};

std::ostream& operator<<(std::ostream& stream, const KnownBoard& board) {
  return stream << board.name;
}

class BoardThatIsCompiledIn : public ::testing::TestWithParam<KnownBoard> {};

TEST_P(BoardThatIsCompiledIn, HasItsPointsEdgesLinesAndSymmetries) {
  const KnownBoard& known = GetParam();
  const Board board = embedded_board(known.name);
  EXPECT_EQ(board.name, known.name);
  EXPECT_EQ(board.points(), known.points);
  EXPECT_EQ(edge_count(board), known.edges);
  EXPECT_EQ(static_cast<int>(board.lines.size()), known.lines);
  EXPECT_EQ(board.symmetries.size(), known.symmetries);
  EXPECT_EQ(board.rings, known.rings);
  for (Mask line : board.lines) EXPECT_EQ(count(line), 3);
}

TEST_P(BoardThatIsCompiledIn, JoinsThePointsOfALineToOneAnother) {
  const Board board = embedded_board(GetParam().name);
  for (Mask line : board.lines) {
    int middles = 0;
    for_each_bit(line, [&](int point) { middles += count(board.neighbours[point] & line) == 2; });
    EXPECT_EQ(middles, 1);
  }
}

TEST_P(BoardThatIsCompiledIn, GoesClockwiseFromTheTopMiddleInEachGroup) {
  const Board board = embedded_board(GetParam().name);
  int first = 0;
  for (int length : board.rings) {
    for (int i = 1; i < length; ++i)
      EXPECT_TRUE(board.neighbours[first + i] & bit(first + i - 1)) << "a ring goes round";
    if (length > 1) {
      const std::string& top = board.point_names[first];
      EXPECT_LT(top[0], board.point_names[first + 1][0]) << "to the right";
      EXPECT_EQ(top[1], board.point_names[first + 1][1]) << "along the top";
    }
    first += length;
  }
  EXPECT_EQ(first, board.points());
}

// The symmetries: the square's eight, times two where the inner and the outer ring can be
// exchanged.
INSTANTIATE_TEST_SUITE_P(All, BoardThatIsCompiledIn,
                         ::testing::Values(KnownBoard{"9", 9, 16, 8, 8, {8, 1}},
                                           KnownBoard{"16", 16, 20, 8, 16, {8, 8}},
                                           KnownBoard{"17", 17, 24, 14, 8, {8, 8, 1}},
                                           KnownBoard{"24", 24, 32, 16, 16, {8, 8, 8}},
                                           KnownBoard{"24-diagonal", 24, 40, 20, 16, {8, 8, 8}},
                                           KnownBoard{"25", 25, 44, 22, 8, {8, 8, 8, 1}}));

TEST(Board, OfNineMensMorrisHasTwoLinesThroughEachPoint) {
  const Variant variant = nine_mens_morris();
  for (const auto& lines : variant.board->lines_at) EXPECT_EQ(lines.size(), 2u);
}

TEST(Board, FindsPointsByName) {
  const Variant variant = nine_mens_morris();
  const Board& board = *variant.board;
  EXPECT_EQ(board.find_point("d5"), 0);
  EXPECT_EQ(board.find_point("a7"), 23);
  EXPECT_EQ(board.find_point("d4"), -1);
  EXPECT_EQ(board.find_point(""), -1);
}

TEST(Board, TellsMillsThroughAPointFromMillsElsewhere) {
  const Variant variant = nine_mens_morris();
  const Board& board = *variant.board;
  const Position position = position_from(variant, "********/O*******/OO*****O w");
  EXPECT_TRUE(board.closes_mill(position.own, board.find_point("d7")));
  EXPECT_TRUE(board.closes_mill(position.own, board.find_point("a7")));
  EXPECT_FALSE(board.closes_mill(position.own, board.find_point("d6")));
  EXPECT_EQ(board.in_mills(position.own), position.own & ~bit(board.find_point("d6")));
}

TEST(Board, IsTheSameGraphWhateverItsNameAndTheOrderOfItsLines) {
  const Board board = embedded_board("9");
  Board other = board;
  other.name = "mine";
  std::swap(other.lines.front(), other.lines.back());
  EXPECT_TRUE(same_graph(board, other));
  other.lines.pop_back();
  EXPECT_FALSE(same_graph(board, other));
  EXPECT_FALSE(same_graph(embedded_board("24"), embedded_board("24-diagonal")));
}

/// The four fields of a board text; a test replaces the one that it wants wrong.
struct BoardFields {
  std::string name = "name = 'b'";
  std::string rings = "rings = [['a1', 'a2', 'a3'], ['b1']]";
  std::string edges = "edges = ['a1-a2', 'a2-a3', 'a1-b1']";
  std::string lines = "lines = ['a1-a2-a3']";
};

::testing::AssertionResult refuses(const BoardFields& fields, std::string_view message) {
  const std::string text =
      fmt::format("{}\n{}\n{}\n{}\n", fields.name, fields.rings, fields.edges, fields.lines);
  return fails_with(parse_board(text, "b.toml"), ErrorCode::kInvalidArgument, message) << text;
}

TEST(BoardText, ThatIsRightIsRead) {
  const BoardFields right;
  const Board board = board_from(
      fmt::format("{}\n{}\n{}\n{}\n", right.name, right.rings, right.edges, right.lines));
  EXPECT_EQ(board.points(), 4);
  EXPECT_EQ(board.rings, (std::vector<int>{3, 1}));
}

TEST(BoardText, ThatIsNoTomlOrHasOtherFieldsIsRefused) {
  EXPECT_TRUE(refuses({.name = "name = "}, "board b.toml: not valid TOML, line 1"));
  EXPECT_TRUE(refuses({.name = "name = 'b'\ncolour = 1"}, "board b.toml: unknown field 'colour'"));
  EXPECT_TRUE(refuses({.name = ""}, "field 'name' must be a text"));
  EXPECT_TRUE(refuses({.name = "name = 9"}, "field 'name' must be a text"));
  EXPECT_TRUE(refuses({.name = "name = \"a\\u001b\""}, "field 'name' must be a text"));
}

TEST(BoardText, WithWrongPointsIsRefused) {
  EXPECT_TRUE(refuses({.rings = ""}, "field 'rings' must be a list"));
  EXPECT_TRUE(refuses({.rings = "rings = ['a1']"}, "field 'rings' must be a list"));
  EXPECT_TRUE(refuses({.rings = "rings = [['a1', 7]]"}, "field 'rings' must be a list"));
  EXPECT_TRUE(refuses({.rings = "rings = []"}, "field 'rings' names no point"));
  EXPECT_TRUE(refuses({.rings = "rings = [['a1'], []]"}, "field 'rings' has an empty list"));
  for (std::string_view name : {"a0", "A1", "a", "a10", ""})
    EXPECT_TRUE(refuses({.rings = fmt::format("rings = [['a1', '{}']]", name)},
                        fmt::format("'{}' in field 'rings' is no point name", name)));
  EXPECT_TRUE(refuses({.rings = "rings = [['a1'], ['a1']]"}, "field 'rings' names a1 twice"));
  std::string names;
  for (char file = 'a'; file <= 'k'; ++file) names += fmt::format("'{0}1', '{0}2', '{0}3', ", file);
  EXPECT_TRUE(refuses({.rings = "rings = [[" + names + "]]"}, "more than 32 points"));
}

TEST(BoardText, WithWrongEdgesIsRefused) {
  EXPECT_TRUE(refuses({.edges = ""}, "field 'edges' must be a list"));
  EXPECT_TRUE(refuses({.edges = "edges = 'a1-a2'"}, "field 'edges' must be a list"));
  for (std::string_view edge : {"a1-c1", "a1+a2", "a1-a2-", "a1-", "", "a1a2"})
    EXPECT_TRUE(refuses({.edges = fmt::format("edges = ['{}']", edge)},
                        fmt::format("'{}' in field 'edges' is no chain of points", edge)));
  EXPECT_TRUE(refuses({.edges = "edges = ['a1-a1']"}, "names a point twice"));
  EXPECT_TRUE(refuses({.edges = "edges = ['a1']"}, "'a1' in field 'edges' must join two points"));
  EXPECT_TRUE(refuses({.edges = "edges = ['a1-a2-a3']"}, "must join two points"));
  EXPECT_TRUE(refuses({.edges = "edges = ['a1-a2', 'a2-a1']"}, "joins a2 and a1 twice"));
  EXPECT_TRUE(refuses({.edges = "edges = ['a1-a2', 'a2-a3']"}, "point b1 cannot be reached"));
}

TEST(BoardText, WithWrongLinesIsRefused) {
  EXPECT_TRUE(refuses({.lines = ""}, "field 'lines' must be a list"));
  EXPECT_TRUE(refuses({.lines = "lines = ['a1-a2']"}, "'a1-a2' in field 'lines' needs at least"));
  EXPECT_TRUE(refuses({.lines = "lines = ['a1-a2-c9']"}, "'a1-a2-c9' in field 'lines'"));
  EXPECT_TRUE(refuses({.lines = "lines = ['a1-a2-a1']"}, "names a point twice"));
  EXPECT_TRUE(
      refuses({.lines = "lines = ['a1-a2-a3', 'a3-a2-a1']"}, "names the line 'a3-a2-a1' twice"));
}

TEST(BoardText, WithMoreLinesThanASetHoldsIsRefused) {
  const std::vector<std::string> points = {"a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"};
  BoardOutline outline;
  outline.name = "chain";
  outline.rings = {points};
  for (std::size_t i = 1; i < points.size(); ++i)
    outline.edges.push_back(points[i - 1] + "-" + points[i]);
  const auto add_lines = [&](std::size_t most) {  // three of nine points: 84 choices
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t j = i + 1; j < points.size(); ++j)
        for (std::size_t k = j + 1; k < points.size() && outline.lines.size() < most; ++k)
          outline.lines.push_back(fmt::format("{}-{}-{}", points[i], points[j], points[k]));
  };
  add_lines(kMaxLines);
  EXPECT_TRUE(succeeds(make_board(outline, "chain")));
  outline.lines.clear();
  add_lines(kMaxLines + 1);
  EXPECT_TRUE(
      fails_with(make_board(outline, "chain"), ErrorCode::kInvalidArgument, "more than 64 lines"));
}

/// A board of n points in a row of files and ranks, all joined to the first: (n - 1)! symmetries.
BoardOutline star(int points) {
  BoardOutline outline;
  outline.name = "star";
  outline.rings.emplace_back();
  for (int point = 0; point < points; ++point) {
    const std::string name = fmt::format("{}{}", char('a' + point % 8), point / 8 + 1);
    if (point > 0) outline.edges.push_back("a1-" + name);
    outline.rings.front().push_back(name);
  }
  return outline;
}

TEST(Board, WithMoreSymmetriesThanCanBeListedIsRefused) {
  EXPECT_EQ(make_board(star(7), "star")->symmetries.size(), 720);
  EXPECT_TRUE(fails_with(make_board(star(8), "star"), ErrorCode::kInvalidArgument,
                         "star: its symmetries cannot be listed"));
  EXPECT_TRUE(fails_with(make_board(star(32), "star"), ErrorCode::kInvalidArgument,
                         "star: its symmetries cannot be listed"));
}

TEST(Board, OfAFiveDimensionalCubeKeepsItsSymmetries) {
  BoardOutline cube;
  cube.name = "cube";
  cube.rings.emplace_back();
  const auto name = [](int point) {
    return fmt::format("{}{}", char('a' + point % 8), point / 8 + 1);
  };
  for (int point = 0; point < 32; ++point) {
    cube.rings.front().push_back(name(point));
    for (int axis = 1; axis < 32; axis *= 2)
      if (!(point & axis)) cube.edges.push_back(name(point) + "-" + name(point | axis));
  }
  const Result<Board> board = make_board(cube, "cube");
  ASSERT_TRUE(succeeds(board));
  EXPECT_EQ(board->symmetries.size(), 3840);
}

}  // namespace
}  // namespace mill
