#include "game/symmetry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "game/embedded_data.h"
#include "tests/support/test_positions.h"

namespace mill {
namespace {

std::vector<int> image_of(const Symmetry& symmetry, int points) {
  std::vector<int> image(static_cast<std::size_t>(points));
  for (int point = 0; point < points; ++point) image[point] = symmetry(point);
  return image;
}

Board board_by_name(std::string_view name) {
  if (name == "test-9") return *three_mens_morris().board;
  return board_from(*embedded_text(fmt::format("boards/{}.toml", name)));
}

class SymmetryOf : public ::testing::TestWithParam<std::string_view> {
 protected:
  const Board board_ = board_by_name(GetParam());
  const std::vector<Symmetry>& elements_ = board_.symmetries.elements;
};

TEST_P(SymmetryOf, BoardsFormAGroup) {
  std::set<std::vector<int>> images;
  for (const Symmetry& element : elements_) images.insert(image_of(element, board_.points()));
  EXPECT_EQ(images.size(), elements_.size()) << "no two are the same";
  for (const Symmetry& first : elements_)
    for (const Symmetry& second : elements_) {
      std::vector<int> product = image_of(first, board_.points());
      for (int& point : product) point = second(point);
      EXPECT_TRUE(images.contains(product));
    }
}

TEST_P(SymmetryOf, BoardsBeginsWithTheIdentityAndKnowsItsInverses) {
  for (int point = 0; point < board_.points(); ++point) {
    EXPECT_EQ(elements_[0](point), point);
    for (int g = 0; g < board_.symmetries.size(); ++g)
      EXPECT_EQ(elements_[board_.symmetries.inverse[g]](elements_[g](point)), point);
  }
}

TEST_P(SymmetryOf, BoardsKeepsEdgesAndLines) {
  const std::set<Mask> lines(board_.lines.begin(), board_.lines.end());
  for (const Symmetry& element : elements_) {
    for (int point = 0; point < board_.points(); ++point)
      EXPECT_EQ(element(board_.neighbours[point]), board_.neighbours[element(point)]);
    for (Mask line : board_.lines) EXPECT_TRUE(lines.contains(element(line)));
  }
}

TEST_P(SymmetryOf, BoardsMapsMasksPointByPoint) {
  const Mask mask = board_.all() & 0x5a5a5a69u;
  for (const Symmetry& element : elements_) {
    Mask expected = 0;
    for_each_bit(mask, [&](int point) { expected |= bit(element(point)); });
    EXPECT_EQ(element(mask), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(All, SymmetryOf,
                         ::testing::Values("9", "16", "17", "24", "24-diagonal", "25", "test-9"));

TEST(Symmetry, OfABoardOf32PointsUsesAllOfThem) {
  std::vector<int> image(32);
  for (int point = 0; point < 32; ++point) image[point] = 31 - point;
  const Symmetry reversal(image);
  EXPECT_EQ(reversal(Mask{0x80000001u}), 0x80000001u);
  EXPECT_EQ(reversal(Mask{0x0000ff00u}), 0x00ff0000u);
}

TEST(Symmetry, IsFoundOnABoardWhoseLinesBreakTheSquare) {
  const Board board = board_from(R"(
name = "one line"
rings = [["a1", "a2", "a3"], ["b1", "b2", "b3"]]
edges = ["a1-a2", "a2-a3", "b1-b2", "b2-b3", "a1-b1", "a2-b2", "a3-b3"]
lines = ["a1-a2-a3"]
)");
  EXPECT_EQ(board.symmetries.size(), 2) << "the identity and the reflection that keeps the line";
}

}  // namespace
}  // namespace mill
