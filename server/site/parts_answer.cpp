#include "base/numbers.h"
#include "base/words.h"
#include "game/notation.h"
#include "game/text_play.h"
#include "server/site/call.h"
#include "server/site/position_json.h"

namespace mill {
namespace {

std::string_view parameter_of(const Request& request, std::string_view name) {
  const std::string* text = request.find_parameter(name);
  return text ? std::string_view(*text) : std::string_view();
}

Reply<int> number_of(const Request& request, std::string_view name) {
  const std::string_view text = parameter_of(request, name);
  if (text.empty()) return 0;
  return about(std::string(name), parse_number(text, 0, kMaxPoints, name));
}

/// The points in a list such as "d6,f6".
Reply<Mask> points_of(const Call& call, std::string_view name) {
  std::string_view rest = parameter_of(call.request, name);
  Mask points = 0;
  while (!rest.empty()) {
    const std::string_view one = take_part(rest, ',');
    const int point = call.variant().board->find_point(one);
    if (point < 0)
      return refuse(400, std::string(name), "{}: '{}' is no point of the board", name, one);
    const Mask here = Mask{1} << point;
    if (points & here) return refuse(400, std::string(name), "{}: {} is named twice", name, one);
    points |= here;
  }
  return points;
}

Reply<Side> side_of(const Request& request) {
  const std::string_view turn = parameter_of(request, "turn");
  if (turn == "black") return Side::kBlack;
  if (turn.empty() || turn == "white") return Side::kWhite;
  return refuse(400, "turn", "found turn={}, expected white or black", turn);
}

/// The parameters come one after the other: a mistake is in the one that makes it.
Reply<TextPosition> put_together(const Call& call) {
  TextPosition text;
  text.side = MILLSTONE_TRY(side_of(call.request));
  Position& position = text.position;
  position = {};
  const auto check = [&](std::string_view name) {
    return about(std::string(name), check_position(call.variant(), position));
  };
  const auto put_stones = [&](std::string_view name, Mask& stones) -> Reply<void> {
    stones = MILLSTONE_TRY(points_of(call, name));
    return check(name);
  };
  const auto put_number = [&](std::string_view name, std::uint8_t& number) -> Reply<void> {
    number = static_cast<std::uint8_t>(MILLSTONE_TRY(number_of(call.request, name)));
    return check(name);
  };
  const bool white = text.side == Side::kWhite;
  MILLSTONE_TRY(put_stones("white", white ? position.own : position.opponent));
  MILLSTONE_TRY(put_stones("black", white ? position.opponent : position.own));
  MILLSTONE_TRY(put_number("white_hand", white ? position.own_hand : position.opponent_hand));
  MILLSTONE_TRY(put_number("black_hand", white ? position.opponent_hand : position.own_hand));
  MILLSTONE_TRY(put_number("removals", position.removals));
  // Read back, since a text knows more of the removals that rules allow than the counts do.
  return about("removals",
               parse_position_text(call.variant(), position_text(call.variant(), text)));
}

}  // namespace

Reply<Answer> answer_parts(const Call& call) {
  const bool by_text = call.request.find_parameter("fen") != nullptr;
  const TextPosition text =
      by_text ? MILLSTONE_TRY(game_of_fen(call)).now() : MILLSTONE_TRY(put_together(call));
  const Variant& variant = call.variant();
  Json moves = Json::array();
  for (const Turn& turn : generate_turns(variant, text.position)) {
    Json& move = moves.emplace_back();
    put_turn(move, *variant.board, turn);
    move["zeroing"] = is_zeroing(variant, text.position, turn);
    move["fen"] = position_text(variant, play(variant, text, turn));
  }
  return json_answer({{"fen", position_text(variant, text)},
                      {"subspace", subspace_of(variant, text.position).text()},
                      {"position", position_json(variant, text)},
                      {"moves", std::move(moves)}},
                     call.keeping);
}

}  // namespace mill
