#pragma once

#include <string>
#include <string_view>

#include "game/position.h"

namespace mill {

enum class Side : std::uint8_t { kWhite, kBlack };

constexpr Side other_side(Side side) { return side == Side::kWhite ? Side::kBlack : Side::kWhite; }

constexpr std::string_view side_name(Side side) { return side == Side::kWhite ? "White" : "Black"; }

/// The two ways programs write a position. Both have the same 17 fields; kNodes ends with the word
/// `ids:nodes` and writes -1 instead of 0 for "no last mill point".
enum class TextDialect : std::uint8_t { kClassic, kNodes };

/// What a position text says: a position, the colour of the side to move, and the counters of the
/// game it was taken from.
struct TextPosition {
  Position position;
  Side side = Side::kWhite;  ///< whose stones are `position.own`
  int rule50 = 0;            ///< plies since the last placement or removal
  int fullmove = 1;          ///< from 1, one more after each ply of Black
  TextDialect dialect = TextDialect::kClassic;

  Mask white() const { return side == Side::kWhite ? position.own : position.opponent; }
  Mask black() const { return side == Side::kWhite ? position.opponent : position.own; }

  friend bool operator==(const TextPosition&, const TextPosition&) = default;
};

/// Reads a position text of either dialect (see game/README.md). A text of the two fields board
/// and side alone stands for a position with empty hands and nothing pending.
/// @return kInvalidArgument with the name of the first field that is missing, malformed or
///         contradicts the others; kUnsupportedRule where it needs a rule this version lacks
Result<TextPosition> parse_position_text(const Variant& variant, std::string_view text);

/// A position with the colours it has in a game that White begins. They are free to choose, and the
/// side to move is White then, but for placing under isDefenderMoveFirst: there hands tell.
TextPosition with_colours(const Variant& variant, const Position& position);

/// Writes a position text that parse_position_text() reads back to an equal value. A position
/// that is decided gets phase `o`.
std::string position_text(const Variant& variant, const TextPosition& text_position);

}  // namespace mill
