#pragma once

#include <optional>

#include "engine/games/game.h"
#include "reports/json_output.h"
#include "server/site/databases.h"

namespace mill {

/// A position taken apart (HTTP.md, "the member `position`").
Json position_json(const Variant& variant, const TextPosition& position);

/// "white", "black", or null.
Json side_json(const std::optional<Side>& side);

/// What is known of a position, for its side to move.
struct Standing {
  std::optional<Value> value;   ///< none where a file is missing
  std::optional<int> distance;  ///< plies; none in a draw and where it is not known
};

/// "win", "draw", "loss" or "unknown".
std::string_view category_of(const Standing& standing);

/// The distance with a sign: negative for a side that loses.
Json dtw_of(const Standing& standing);

/// The members `category` to `dtc` of a position.
void put_standing(Json& json, const Variant& variant, const Position& position,
                  const Standing& standing);

/// "uci", "san".
void put_turn(Json& json, const Board& board, const Turn& turn);

/// Whether what was on the board before a turn can never come back.
bool is_zeroing(const Variant& variant, const Position& before, const Turn& turn);

}  // namespace mill
