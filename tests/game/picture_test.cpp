#include "game/picture.h"

#include <gtest/gtest.h>

#include "game/embedded_data.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

TEST(Picture, OfTheNineMensMorrisBoardShowsPointsEdgesAndLabels) {
  const Variant variant = nine_mens_morris();
  const Position position = placed(variant, "a7 d6 e3", "g4 c4 d1");
  EXPECT_EQ("\n" + board_picture(*variant.board, position.own, position.opponent), R"(
7  O-----------.-----------.
   |           |           |
6  |   .-------O-------.   |
   |   |       |       |   |
5  |   |   .---.---.   |   |
   |   |   |       |   |   |
4  .---.---@       .---.---@
   |   |   |       |   |   |
3  |   |   .---.---O   |   |
   |   |       |       |   |
2  |   .-------.-------.   |
   |           |           |
1  .-----------@-----------.

   a   b   c   d   e   f   g
)");
}

TEST(Picture, OfABoardWithDiagonalsDrawsThem) {
  const Variant variant = three_mens_morris();
  EXPECT_EQ("\n" + board_picture(*variant.board, 0, 0), R"(
3  .---.---.
   | \ | / |
2  .---.---.
   | / | \ |
1  .---.---.

   a   b   c
)");
}

TEST(Picture, OfTheBoardsThatAreCompiledInIsComplete) {
  const auto picture = [](std::string_view name) {
    const std::string text(*embedded_text(fmt::format("boards/{}.toml", name)));
    return "\n" + board_names_picture(board_from(text));
  };
  EXPECT_EQ(picture("9"), R"(
a3--b3--c3
| \ | / |
a2--b2--c2
| / | \ |
a1--b1--c1
)");
  EXPECT_EQ(picture("16"), R"(
a5------c5------e5
|       |       |
|   b4--c4--d4  |
|   |       |   |
a3--b3      d3--e3
|   |       |   |
|   b2--c2--d2  |
|       |       |
a1------c1------e1
)");
  EXPECT_EQ(picture("17"), R"(
a5------c5------e5
|       |       |
|   b4--c4--d4  |
|   |   |   |   |
a3--b3--c3--d3--e3
|   |   |   |   |
|   b2--c2--d2  |
|       |       |
a1------c1------e1
)");
  EXPECT_EQ(picture("24-diagonal"), R"(
a7----------d7----------g7
| \         |         / |
|   b6------d6------f6  |
|   | \     |     / |   |
|   |   c5--d5--e5  |   |
|   |   |       |   |   |
a4--b4--c4      e4--f4--g4
|   |   |       |   |   |
|   |   c3--d3--e3  |   |
|   | /     |     \ |   |
|   b2------d2------f2  |
| /         |         \ |
a1----------d1----------g1
)");
  EXPECT_EQ(picture("25"), R"(
a7----------d7----------g7
| \         |         / |
|   b6------d6------f6  |
|   | \     |     / |   |
|   |   c5--d5--e5  |   |
|   |   |   |   |   |   |
a4--b4--c4--d4--e4--f4--g4
|   |   |   |   |   |   |
|   |   c3--d3--e3  |   |
|   | /     |     \ |   |
|   b2------d2------f2  |
| /         |         \ |
a1----------d1----------g1
)");
}

TEST(Picture, OfLongDiagonalsAndOddEdgesIsComplete) {
  const Board board = board_from(R"(
name = "odd"
rings = [["a1", "c3", "a3", "c1", "b5"]]
edges = ["a1-c3", "a3-c1", "a1-b5", "a1-a3", "c1-c3"]
lines = []
)");
  EXPECT_EQ("\n" + board_picture(board, 0, 0), R"(
5      .

4

3  .       .
   | \   / |
2  |   x   |
   | /   \ |
1  .       .

   a   b   c
also joined: a1-b5
)");
}

TEST(Picture, DoesNotDrawAnEdgeOverAnotherPoint) {
  const Board board = board_from(R"(
name = "over"
rings = [["a1", "b1", "c1"]]
edges = ["a1-c1", "b1-c1"]
lines = []
)");
  EXPECT_EQ("\n" + board_picture(board, 0, 0), R"(
1  .   .---.

   a   b   c
also joined: a1-c1
)");
}

TEST(Picture, OfAPositionSaysWhoIsToDoWhat) {
  const Variant variant = nine_mens_morris();
  const auto last_line = [&](std::string_view text) {
    const std::string picture = position_picture(variant, *parse_position_text(variant, text));
    return picture.substr(picture.find("\n\n", picture.find("g\n")) + 2);
  };
  EXPECT_EQ(last_line("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"),
            "White (O) to place, in hand: White 9, Black 9\n");
  EXPECT_EQ(last_line("********/********/OO**@@*O w p r 3 6 2 7 1 0 0 0 0 0 0 0 3"),
            "White (O) to remove a stone, in hand: White 6, Black 7\n");
  EXPECT_EQ(last_line("********/********/OO**@**O b p p 3 6 1 7 0 0 0 0 0 0 0 0 3"),
            "Black (@) to place, in hand: White 6, Black 7\n");
  EXPECT_EQ(last_line("O@O*****/*****@*O/**@***** w"), "White (O) to move, hands empty\n");
  EXPECT_EQ(last_line("O@O*****/*****@**/**@***** w"),
            "White (O) has too few stones and has lost, hands empty\n");
  EXPECT_EQ(last_line("********/********/O@O@O@O@ b"),
            "Black (@) is blocked and has lost, hands empty\n");
}

}  // namespace
}  // namespace mill
