#include "game/notation.h"

#include <algorithm>

namespace mill {
namespace {

constexpr std::size_t kNameLength = 2;  // "a1"

/// Takes one action off the front of `rest`; `text` is the whole, for messages.
Result<Action> take_action(const Board& board, std::string_view text, std::string_view& rest) {
  const auto take_point = [&]() -> Result<std::int8_t> {
    const std::string_view name = rest.substr(0, kNameLength);
    const int point = board.find_point(name);
    if (point < 0)
      return fail(ErrorCode::kInvalidArgument,
                  "move '{}': found '{}', expected a point of board {} such as {}", text, name,
                  board.name, board.point_names[0]);
    rest.remove_prefix(kNameLength);
    return static_cast<std::int8_t>(point);
  };

  Action action;
  if (rest.starts_with('x')) {
    rest.remove_prefix(1);
    action.kind = Action::Kind::kRemove;
  }
  action.to = MILLSTONE_TRY(take_point());
  if (action.kind == Action::Kind::kRemove || !rest.starts_with('-')) return action;

  rest.remove_prefix(1);
  const std::int8_t to = MILLSTONE_TRY(take_point());
  if (to == action.to)
    return fail(ErrorCode::kInvalidArgument, "move '{}' ends where it starts", text);
  return Action{Action::Kind::kMove, action.to, to};
}

}  // namespace

std::string action_text(const Board& board, const Action& action) {
  if (action.kind == Action::Kind::kPass) return std::string(kPassText);
  const std::string& to = board.point_names[action.to];
  switch (action.kind) {
    case Action::Kind::kPlace:
      return to;
    case Action::Kind::kMove:
      return board.point_names[action.from] + "-" + to;
    default:
      return "x" + to;
  }
}

std::string turn_text(const Board& board, const Turn& turn) {
  if (turn.to < 0 && turn.removed == 0) return std::string(kPassText);
  std::string text;
  if (turn.to >= 0) {
    const auto kind = turn.from < 0 ? Action::Kind::kPlace : Action::Kind::kMove;
    text = action_text(board, {kind, turn.from, turn.to});
  }
  for_each_bit(turn.removed, [&](int point) { text += "x" + board.point_names[point]; });
  return text;
}

Result<Action> parse_action(const Board& board, std::string_view text) {
  if (text == kPassText) return Action{Action::Kind::kPass, -1, -1};
  std::string_view rest = text;
  Result<Action> action = take_action(board, text, rest);
  if (action && !rest.empty())
    return fail(ErrorCode::kInvalidArgument, "move '{}': found '{}' after one action", text, rest);
  return action;
}

Result<Turn> parse_turn(const Board& board, std::string_view text) {
  Turn turn;
  if (text == kPassText) return turn;
  std::string_view rest = text;
  do {
    const bool first = rest.size() == text.size();
    const Action action = MILLSTONE_TRY(take_action(board, text, rest));
    if (action.kind != Action::Kind::kRemove) {
      if (!first)
        return fail(ErrorCode::kInvalidArgument,
                    "move '{}': after the first action only removals such as xg7 can follow", text);
      turn.from = action.from;
      turn.to = action.to;
      continue;
    }
    if (turn.removed & bit(action.to))
      return fail(ErrorCode::kInvalidArgument, "move '{}' removes {} twice", text,
                  board.point_names[action.to]);
    turn.removed |= bit(action.to);
  } while (!rest.empty());
  return turn;
}

Result<Turn> parse_legal_turn(const Variant& variant, const Position& position,
                              std::string_view text) {
  const Turn turn = MILLSTONE_TRY(parse_turn(*variant.board, text));
  const std::vector<Turn> legal = generate_turns(variant, position);
  if (std::find(legal.begin(), legal.end(), turn) == legal.end())
    return fail(ErrorCode::kInvalidArgument, "move '{}' is not legal in this position", text);
  return turn;
}

}  // namespace mill
