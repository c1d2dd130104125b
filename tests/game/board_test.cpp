#include "game/board.h"

#include <gtest/gtest.h>

#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace millstone {
namespace {

int edge_count(const Board& board) {
  int ends = 0;
  for (Mask neighbours : board.neighbours) ends += count(neighbours);
  return ends / 2;
}

TEST(Board, OfNineMensMorrisHas24Points32Edges16LinesAnd16Symmetries) {
  const Variant variant = nine_mens_morris();
  EXPECT_EQ(variant.board->points(), 24);
  EXPECT_EQ(edge_count(*variant.board), 32);
  EXPECT_EQ(variant.board->lines.size(), 16u);
  EXPECT_EQ(variant.board->symmetries.size(), 16);
  EXPECT_EQ(variant.board->rings, (std::vector<int>{8, 8, 8}));
  for (const auto& lines : variant.board->lines_at) EXPECT_EQ(lines.size(), 2u);
}

TEST(Board, OfOtherSizesIsReadTheSameWay) {
  const Variant three = three_mens_morris();
  EXPECT_EQ(three.board->points(), 9);
  EXPECT_EQ(edge_count(*three.board), 16);
  EXPECT_EQ(three.board->symmetries.size(), 8);
  const Variant six = six_mens_morris();
  EXPECT_EQ(six.board->points(), 16);
  EXPECT_EQ(edge_count(*six.board), 20);
  EXPECT_EQ(six.board->symmetries.size(), 16);
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

struct WrongBoard {
  std::string_view text, message;
};

TEST(Board, RefusesWrongTextsAndSaysWhatIsWrong) {
  const WrongBoard wrong[] = {
      {"name = ", "not valid TOML, line 1"},
      {"rings = [['a1']]", "field 'name' must be a text"},
      {"name = 'b'", "field 'rings' must be a list"},
      {"name = 'b'\nrings = ['a1']", "field 'rings' must be a list"},
      {"name = 'b'\nrings = [[]]", "field 'rings' names no point"},
      {"name = 'b'\nrings = [['a1', 'a0']]", "'a0' in field 'rings' is no point name"},
      {"name = 'b'\nrings = [['a1', 7]]", "in field 'rings' is no point name"},
      {"name = 'b'\nrings = [['a1', 'a1']]", "field 'rings' names a1 twice"},
      {"name = 'b'\nrings = [['a1']]\ncolour = 1", "unknown field 'colour'"},
      {"name = 'b'\nrings = [['a1', 'a2']]", "field 'edges' must be a list"},
      {"name = 'b'\nrings = [['a1', 'a2']]\nedges = ['a1-b1']", "'a1-b1' in field 'edges'"},
      {"name = 'b'\nrings = [['a1', 'a2']]\nedges = ['a1+a2']", "'a1+a2' in field 'edges'"},
      {"name = 'b'\nrings = [['a1', 'a2']]\nedges = ['a1-a2-']", "'a1-a2-' in field 'edges'"},
      {"name = 'b'\nrings = [['a1', 'a2']]\nedges = ['']", "'' in field 'edges'"},
      {"name = 'b'\nrings = [['a1', 'a2']]\nedges = ['a1-a1']", "names a point twice"},
      {"name = 'b'\nrings = [['a1', 'a2']]\nedges = ['a1']", "must join two points"},
      {"name = 'b'\nrings = [['a1', 'a2']]\nedges = ['a1-a2', 'a2-a1']", "joins a2 and a1 twice"},
      {"name = 'b'\nrings = [['a1', 'a2']]\nedges = ['a1-a2']", "field 'lines' must be a list"},
      {"name = 'b'\nrings = [['a1', 'a2']]\nedges = ['a1-a2']\nlines = ['a1-a2']",
       "a line needs at least three points"},
      {"name = 'b'\nrings = [['a1', 'a2', 'a3']]\nedges = ['a1-a2', 'a2-a3']\n"
       "lines = ['a1-a2-a3', 'a3-a2-a1']",
       "names a line twice"},
      {"name = 'b'\nrings = [['a1', 'a2', 'a3']]\nedges = ['a1-a2']\nlines = []",
       "point a3 cannot be reached from a1"},
  };
  for (const WrongBoard& board : wrong)
    EXPECT_TRUE(
        fails_with(parse_board(board.text, "b.toml"), ErrorCode::kInvalidArgument, board.message))
        << board.text;
}

TEST(Board, RefusesMoreThan32Points) {
  std::string names;
  for (char file = 'a'; file <= 'k'; ++file) names += fmt::format("'{0}1', '{0}2', '{0}3', ", file);
  EXPECT_TRUE(fails_with(parse_board("name = 'b'\nrings = [[" + names + "]]", "b.toml"),
                         ErrorCode::kInvalidArgument, "more than 32 points"));
}

}  // namespace
}  // namespace millstone
