#include "reports/svg_board.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <regex>

#include "game/picture.h"

namespace mill {
namespace {

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

std::string drawn(const Variant& variant, Mask white, Mask black, double width) {
  Svg svg;
  draw_board(svg, *variant.board, white, black, width);
  return svg.document(width, width, "board");
}

TEST(SvgBoard, EveryPointAndEdgeOfEveryBoardIsDrawnOnce) {
  int boards = 0;
  for (const Preset& preset : list_presets()) {
    SCOPED_TRACE(preset.name);
    ++boards;
    const Board& board = *preset.variant.board;
    std::size_t edges = 0;
    for (const Mask neighbours : board.neighbours) edges += count(neighbours);
    const std::string picture = drawn(preset.variant, 0b101, 0b10, 200);
    EXPECT_EQ(times(picture, "<line "), edges / 2);
    EXPECT_EQ(times(picture, "<circle "), static_cast<std::size_t>(board.points()));
    EXPECT_EQ(times(picture, "class=\"white\""), 2);
    EXPECT_EQ(times(picture, "class=\"black\""), 1);
  }
  EXPECT_GT(boards, 5);
}

TEST(SvgBoard, NoStoneReachesOverTheSquareOrIntoAnother) {
  for (const Preset& preset : list_presets()) {
    SCOPED_TRACE(preset.name);
    const std::string picture = drawn(preset.variant, preset.variant.board->all(), 0, 200);
    const std::regex circle(R"re(<circle cx="([0-9.]+)" cy="([0-9.]+)" r="([0-9.]+)")re");
    std::vector<std::array<double, 3>> stones;
    for (std::sregex_iterator at(picture.begin(), picture.end(), circle), end; at != end; ++at)
      stones.push_back({std::stod((*at)[1]), std::stod((*at)[2]), std::stod((*at)[3])});
    ASSERT_EQ(stones.size(), static_cast<std::size_t>(preset.variant.board->points()));
    for (std::size_t index = 0; index < stones.size(); ++index) {
      const auto [x, y, radius] = stones[index];
      EXPECT_GE(std::min(x, y) - radius, 0);
      EXPECT_LE(std::max(x, y) + radius, 200);
      for (std::size_t other = 0; other < index; ++other)
        EXPECT_GT(std::hypot(x - stones[other][0], y - stones[other][1]), 2 * radius);
    }
  }
}

TEST(SvgBoard, APositionIsADocumentThatSaysWhoIsToMove) {
  const Variant variant = find_variant("nine-mens-morris").value();
  const TextPosition position =
      parse_position_text(variant, "O@O*****/*****@*O/**@***** b").value();
  const std::string picture = position_svg(variant, position);
  EXPECT_EQ(times(picture, position_caption(variant, position)), 2);  // title and caption
  for (const char* label : {">a<", ">g<", ">1<", ">7<"}) EXPECT_EQ(times(picture, label), 1);
  // Black moves: the colours are those of the sides, not of who moves.
  EXPECT_EQ(times(picture, "class=\"white\""), 3);
  EXPECT_EQ(times(picture, "class=\"black\""), 3);
}

}  // namespace
}  // namespace mill
