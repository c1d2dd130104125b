#include "tests/support/small_boards.h"

#include "tests/support/test_positions.h"

namespace mill {
namespace {

constexpr std::string_view kLadder = R"(
name = "test-12"
rings = [["a4", "b4", "c4"], ["a3", "b3", "c3"], ["a2", "b2", "c2"], ["a1", "b1", "c1"]]
edges = ["a4-b4", "b4-c4", "a3-b3", "b3-c3", "a2-b2", "b2-c2", "a1-b1", "b1-c1",
         "a4-a3", "a3-a2", "a2-a1", "b4-b3", "b3-b2", "b2-b1", "c4-c3", "c3-c2", "c2-c1"]
lines = ["a4-b4-c4", "a3-b3-c3", "a2-b2-c2", "a1-b1-c1",
         "a4-a3-a2", "b4-b3-b2", "c4-c3-c2", "a3-a2-a1", "b3-b2-b1", "c3-c2-c1"]
)";

constexpr std::string_view kFlag = R"(
name = "test-10"
rings = [["a3", "b3", "c3"], ["a2", "b2", "c2", "d2"], ["a1", "b1", "c1"]]
edges = ["a3-b3", "b3-c3", "a2-b2", "b2-c2", "c2-d2", "a1-b1", "b1-c1",
         "a3-a2", "a2-a1", "b3-b2", "b2-b1", "c3-c2", "c2-c1"]
lines = ["a3-b3-c3", "a2-b2-c2", "a1-b1-c1", "a3-a2-a1", "b3-b2-b1", "c3-c2-c1", "b2-c2-d2"]
)";

}  // namespace

std::shared_ptr<const Board> ladder_board() {
  static const auto board = std::make_shared<const Board>(board_from(kLadder));
  return board;
}

std::shared_ptr<const Board> flag_board() {
  static const auto board = std::make_shared<const Board>(board_from(kFlag));
  return board;
}

}  // namespace mill
