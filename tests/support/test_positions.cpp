#include "tests/support/test_positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "game/notation.h"
#include "game/picture.h"

namespace mill {
namespace {

constexpr std::string_view kGrid = R"(
name = "test-9"
rings = [["a3", "b3", "c3"], ["a2", "b2", "c2"], ["a1", "b1", "c1"]]
edges = ["a3-b3", "b3-c3", "a2-b2", "b2-c2", "a1-b1", "b1-c1",
         "a3-a2", "a2-a1", "b3-b2", "b2-b1", "c3-c2", "c2-c1",
         "a3-b2", "b2-c1", "c3-b2", "b2-a1"]
lines = ["a3-b3-c3", "a2-b2-c2", "a1-b1-c1", "a3-a2-a1", "b3-b2-b1", "c3-c2-c1",
         "a3-b2-c1", "c3-b2-a1"]
)";

constexpr std::string_view kTwoRings = R"(
name = "test-16"
rings = [["c4", "d4", "d3", "d2", "c2", "b2", "b3", "b4"],
         ["c5", "e5", "e3", "e1", "c1", "a1", "a3", "a5"]]
edges = ["c4-d4", "d4-d3", "d3-d2", "d2-c2", "c2-b2", "b2-b3", "b3-b4", "b4-c4",
         "c5-e5", "e5-e3", "e3-e1", "e1-c1", "c1-a1", "a1-a3", "a3-a5", "a5-c5",
         "c5-c4", "e3-d3", "c1-c2", "a3-b3"]
lines = ["b4-c4-d4", "d4-d3-d2", "d2-c2-b2", "b2-b3-b4",
         "a5-c5-e5", "e5-e3-e1", "e1-c1-a1", "a1-a3-a5"]
)";

Variant make_variant(std::string name, std::shared_ptr<const Board> board, int piece_count) {
  Variant variant;
  variant.name = std::move(name);
  variant.rules.piece_count = piece_count;
  variant.board = std::move(board);
  return variant;
}

Mask points_from(const Board& board, std::string_view names) {
  Mask points = 0;
  for (std::size_t start = 0; start < names.size(); start += 3) {
    const int point = board.find_point(names.substr(start, 2));
    MILLSTONE_CHECK(point >= 0);
    points |= bit(point);
  }
  return points;
}

}  // namespace

Variant nine_mens_morris() {
  Result<Variant> variant = find_variant("nine-mens-morris");
  MILLSTONE_CHECK(variant.has_value());
  return std::move(*variant);
}

Variant three_mens_morris() {
  static const auto board = std::make_shared<const Board>(board_from(kGrid));
  return make_variant("test-three", board, 3);
}

Variant six_mens_morris() {
  static const auto board = std::make_shared<const Board>(board_from(kTwoRings));
  return make_variant("test-six", board, 6);
}

Board board_from(std::string_view text) {
  Result<Board> board = parse_board(text, "test");
  if (!board) fmt::print(stderr, "{}\n", board.error().message);
  MILLSTONE_CHECK(board.has_value());
  return std::move(*board);
}

Position position_from(const Variant& variant, std::string_view text) {
  const Result<TextPosition> read = parse_position_text(variant, text);
  if (!read) fmt::print(stderr, "{}\n", read.error().message);
  MILLSTONE_CHECK(read.has_value());
  return read->position;
}

Position placed(const Variant& variant, std::string_view own, std::string_view opponent,
                int own_hand, int opponent_hand) {
  const Position position{points_from(*variant.board, own), points_from(*variant.board, opponent),
                          static_cast<std::uint8_t>(own_hand),
                          static_cast<std::uint8_t>(opponent_hand)};
  MILLSTONE_CHECK(check_position(variant, position).has_value());
  return position;
}

std::string turns_from(const Variant& variant, const Position& position) {
  std::vector<std::string> texts;
  for (const Turn& turn : generate_turns(variant, position))
    texts.push_back(turn_text(*variant.board, turn));
  std::sort(texts.begin(), texts.end());
  return fmt::format("{}", fmt::join(texts, " "));
}

std::string shown(const Variant& variant, const Position& position) {
  const TextPosition text_position = with_colours(variant, position);
  return fmt::format("\n{}\nmillstone probe --db DIR \"{}\"\n",
                     position_picture(variant, text_position),
                     position_text(variant, text_position));
}

Position smallest_image(const Board& board, const Position& position) {
  Position smallest = position;
  for (const Symmetry& symmetry : board.symmetries.elements) {
    Position image = position;
    image.own = symmetry(position.own);
    image.opponent = symmetry(position.opponent);
    if (std::pair(image.own, image.opponent) < std::pair(smallest.own, smallest.opponent))
      smallest = image;
  }
  return smallest;
}

}  // namespace mill
