#include <cstring>

#include "game/moves.h"
#include "game/notation.h"
#include "game/position_text.h"
#include "prober/c_handles.h"

using mill::Action;
using mill::Board;
using mill::check_known;
using mill::from_position;
using mill::guarded;
using mill::keep_error;
using mill::kOk;
using mill::Position;
using mill::to_position;
using mill::Turn;

namespace {

constexpr millstone_outcome kUnknown{MILLSTONE_UNKNOWN, -1, 0, 0, 0, {}};

template <typename Bytes>
bool is_zero(const Bytes& bytes) {
  return std::all_of(std::begin(bytes), std::end(bytes), [](auto byte) { return byte == 0; });
}

/// Whether the rules allow the position, for functions that answer about its future.
millstone_status check_position(const millstone_variant* variant,
                                const millstone_position& position) {
  if (const millstone_status known = check_known(variant->variant, position); known != kOk)
    return known;
  const auto valid = mill::check_position(variant->variant, to_position(position));
  return valid ? kOk : keep_error(valid.error());
}

/// Copies a text with its closing zero into a caller's buffer.
millstone_status put_text(const std::string& text, char* out, std::size_t size,
                          std::size_t* needed) {
  if (needed) *needed = text.size() + 1;
  if (!out || size <= text.size())
    return keep_error(MILLSTONE_ERROR_BUFFER_TOO_SMALL,
                      fmt::format("the text takes {} bytes", text.size() + 1));
  std::memcpy(out, text.c_str(), text.size() + 1);
  return kOk;
}

millstone_status refuse_move() {
  return keep_error(MILLSTONE_ERROR_INVALID_POSITION, "the move is not legal in this position");
}

millstone_status refuse_reserved(const char* what) {
  return keep_error(MILLSTONE_ERROR_INVALID_ARGUMENT,
                    fmt::format("the reserved members of the {} are not zero", what));
}

/// The position after something legal, for the side that is next to move.
millstone_position after_playing(const millstone_position& before, const mill::Played& played) {
  return from_position(played.position, (before.black_to_move != 0) != !played.same_side);
}

bool is_reserved_zero(const millstone_move& move) {
  return is_zero(move.reserved0) && is_zero(move.reserved);
}

/// Whether the points are those of a placement, a move, or of nothing set.
bool is_on_board(const Board& board, const millstone_move& move) {
  const int points = board.points();
  const bool places = move.to >= 0 && move.to < points && move.from >= -1 && move.from < points;
  const bool sets_nothing = move.to == -1 && move.from == -1;
  return (places || sets_nothing) && (move.removed & ~board.all()) == 0;
}

millstone_action to_action(const Action& action) {
  return {static_cast<std::uint8_t>(action.kind), action.from, action.to, {}};
}

Action from_action(const millstone_action& action) {
  return {static_cast<Action::Kind>(action.kind), action.from, action.to};
}

bool is_on_board(const Board& board, const millstone_action& action) {
  const auto is_point = [&](int point) { return point >= 0 && point < board.points(); };
  if (action.kind > MILLSTONE_PASS) return false;
  if (action.kind != MILLSTONE_PASS && !is_point(action.to)) return false;
  return action.kind != MILLSTONE_MOVE || is_point(action.from);
}

template <typename List, typename Entry>
bool contains(const List& list, const Entry& entry) {
  return std::find(list.begin(), list.end(), entry) != list.end();
}

}  // namespace

extern "C" {

millstone_status millstone_start_position(const millstone_variant* variant,
                                          millstone_position* position) {
  return guarded({{variant, "variant"}, {position, "position"}}, [&] {
    *position = from_position(mill::start_position(variant->variant), false);
    return kOk;
  });
}

millstone_status millstone_parse_position(const millstone_variant* variant, const char* text,
                                          millstone_position* position) {
  return guarded({{variant, "variant"}, {text, "text"}, {position, "position"}}, [&] {
    const auto parsed = mill::parse_position_text(variant->variant, text);
    if (!parsed) return keep_error(parsed.error());
    *position = from_position(parsed->position, parsed->side == mill::Side::kBlack);
    return kOk;
  });
}

millstone_status millstone_format_position(const millstone_variant* variant,
                                           const millstone_position* position, char* text,
                                           size_t size, size_t* needed) {
  return guarded({{variant, "variant"}, {position, "position"}}, [&] {
    if (const auto checked = check_position(variant, *position); checked != kOk) return checked;
    const auto side = position->black_to_move ? mill::Side::kBlack : mill::Side::kWhite;
    return put_text(mill::position_text(variant->variant, {to_position(*position), side}), text,
                    size, needed);
  });
}

millstone_status millstone_position_state(const millstone_variant* variant,
                                          const millstone_position* position, int32_t* state,
                                          millstone_value* value) {
  return guarded({{variant, "variant"}, {position, "position"}, {state, "state"}}, [&] {
    if (const auto checked = check_position(variant, *position); checked != kOk) return checked;
    const auto status = mill::status(variant->variant, to_position(*position));
    *state = static_cast<std::int32_t>(status);
    if (value)
      *value = status == mill::Status::kOpen                  ? MILLSTONE_UNKNOWN
               : mill::ends_in_draw(variant->variant, status) ? MILLSTONE_DRAW
                                                              : MILLSTONE_LOSS;
    return kOk;
  });
}

millstone_status millstone_legal_moves(const millstone_variant* variant,
                                       const millstone_position* position, millstone_move* moves,
                                       size_t capacity, size_t* count) {
  return guarded({{variant, "variant"}, {position, "position"}, {count, "count"}}, [&] {
    *count = 0;
    if (const auto checked = check_position(variant, *position); checked != kOk) return checked;
    const auto convert = [](const Turn& turn) { return mill::to_move(turn, kUnknown); };
    return mill::put_entries(mill::generate_turns(variant->variant, to_position(*position)),
                             convert, moves, capacity, count);
  });
}

millstone_status millstone_parse_move(const millstone_variant* variant,
                                      const millstone_position* position, const char* text,
                                      millstone_move* move) {
  return guarded(
      {{variant, "variant"}, {position, "position"}, {text, "text"}, {move, "move"}}, [&] {
        if (const auto checked = check_position(variant, *position); checked != kOk) return checked;
        const auto turn = mill::parse_legal_turn(variant->variant, to_position(*position), text);
        if (!turn) return keep_error(turn.error());
        *move = mill::to_move(*turn, kUnknown);
        return kOk;
      });
}

millstone_status millstone_format_move(const millstone_variant* variant, const millstone_move* move,
                                       char* text, size_t size, size_t* needed) {
  return guarded({{variant, "variant"}, {move, "move"}}, [&] {
    const Board& board = *variant->variant.board;
    if (!is_reserved_zero(*move)) return refuse_reserved("move");
    if (!is_on_board(board, *move))
      return keep_error(MILLSTONE_ERROR_INVALID_ARGUMENT, "the move leaves the board");
    return put_text(mill::turn_text(board, {move->from, move->to, move->removed}), text, size,
                    needed);
  });
}

millstone_status millstone_play(const millstone_variant* variant,
                                const millstone_position* position, const millstone_move* move,
                                millstone_position* after) {
  return guarded({{variant, "variant"}, {position, "position"}, {move, "move"}, {after, "after"}},
                 [&] {
                   if (const auto checked = check_position(variant, *position); checked != kOk)
                     return checked;
                   if (!is_reserved_zero(*move)) return refuse_reserved("move");
                   const Position before = to_position(*position);
                   const Turn turn{move->from, move->to, move->removed};
                   if (!contains(mill::generate_turns(variant->variant, before), turn))
                     return refuse_move();
                   *after = after_playing(*position, mill::play(variant->variant, before, turn));
                   return kOk;
                 });
}

millstone_status millstone_legal_actions(const millstone_variant* variant,
                                         const millstone_position* position,
                                         millstone_action* actions, size_t capacity,
                                         size_t* count) {
  return guarded({{variant, "variant"}, {position, "position"}, {count, "count"}}, [&] {
    *count = 0;
    if (const auto checked = check_position(variant, *position); checked != kOk) return checked;
    return mill::put_entries(mill::generate_actions(variant->variant, to_position(*position)),
                             to_action, actions, capacity, count);
  });
}

millstone_status millstone_parse_action(const millstone_variant* variant,
                                        const millstone_position* position, const char* text,
                                        millstone_action* action) {
  return guarded(
      {{variant, "variant"}, {position, "position"}, {text, "text"}, {action, "action"}}, [&] {
        if (const auto checked = check_position(variant, *position); checked != kOk) return checked;
        const auto parsed = mill::parse_action(*variant->variant.board, text);
        if (!parsed) return keep_error(parsed.error());
        if (!contains(mill::generate_actions(variant->variant, to_position(*position)), *parsed))
          return refuse_move();
        *action = to_action(*parsed);
        return kOk;
      });
}

millstone_status millstone_format_action(const millstone_variant* variant,
                                         const millstone_action* action, char* text, size_t size,
                                         size_t* needed) {
  return guarded({{variant, "variant"}, {action, "action"}}, [&] {
    const Board& board = *variant->variant.board;
    if (!is_zero(action->reserved)) return refuse_reserved("action");
    if (!is_on_board(board, *action))
      return keep_error(MILLSTONE_ERROR_INVALID_ARGUMENT, "the action leaves the board");
    return put_text(mill::action_text(board, from_action(*action)), text, size, needed);
  });
}

millstone_status millstone_play_action(const millstone_variant* variant,
                                       const millstone_position* position,
                                       const millstone_action* action, millstone_position* after) {
  return guarded(
      {{variant, "variant"}, {position, "position"}, {action, "action"}, {after, "after"}}, [&] {
        if (const auto checked = check_position(variant, *position); checked != kOk) return checked;
        if (!is_zero(action->reserved)) return refuse_reserved("action");
        const Position before = to_position(*position);
        if (action->kind > MILLSTONE_PASS ||
            !contains(mill::generate_actions(variant->variant, before), from_action(*action)))
          return refuse_move();
        *after =
            after_playing(*position, mill::play(variant->variant, before, from_action(*action)));
        return kOk;
      });
}

}  // extern "C"
