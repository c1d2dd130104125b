#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "game/moves.h"
#include "game/position_text.h"
#include "game/value.h"

namespace mill {

/// What a test position asks for. Blockade: it comes to an end by a side that cannot move, after
/// the best play or after the mistake that is near; else what the side to move does.
enum class Theme : std::uint8_t { kPlacing, kMoving, kFlying, kBlockade };
inline constexpr std::array kThemes = {Theme::kPlacing, Theme::kMoving, Theme::kFlying,
                                       Theme::kBlockade};

std::string_view theme_name(Theme theme);

/// A position with the turns that keep its value: who finds one of them has solved it.
struct TestPosition {
  TextPosition position;
  Theme theme = Theme::kMoving;
  Value value = Value::kDraw;  ///< for the side to move
  std::vector<Turn> best;      ///< at least one, and not all that are legal
};

/// One line: a position text, then the operations of chess's EPD (extended position description),
/// each behind a semicolon: `bm` the best turns, `value`, `theme`.
///
///     O*O***/****** w m s 3 0 4 0 0 0 0 0 0 0 0 0 1; bm f6-c5xf4; value win; theme flying
std::string test_position_text(const Variant& variant, const TestPosition& test);

/// Reads such lines; empty ones and what follows a # are skipped.
/// @param source  how messages name the text, usually its file
/// @return at least one; kInvalidArgument with the line that is wrong
Result<std::vector<TestPosition>> parse_test_positions(const Variant& variant,
                                                       std::string_view text,
                                                       std::string_view source);

}  // namespace mill
