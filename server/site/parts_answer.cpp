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

Reply<TextPosition> put_together(const Call& call) {
  const Mask white = MILLSTONE_TRY(points_of(call, "white"));
  const Mask black = MILLSTONE_TRY(points_of(call, "black"));
  const int white_hand = MILLSTONE_TRY(number_of(call.request, "white_hand"));
  const int black_hand = MILLSTONE_TRY(number_of(call.request, "black_hand"));
  const int removals = MILLSTONE_TRY(number_of(call.request, "removals"));
  TextPosition text;
  text.position = {
      white, black, static_cast<std::uint8_t>(white_hand), static_cast<std::uint8_t>(black_hand),
      0,     false};
  text.side = MILLSTONE_TRY(side_of(call.request));
  if (text.side == Side::kBlack) text.position = turned(text.position);
  text.position.removals = static_cast<std::uint8_t>(removals);
  MILLSTONE_TRY(about("", check_position(call.variant(), text.position)));
  // Read back, since a text knows more of what rules demand than the counts do.
  return about("", parse_position_text(call.variant(), position_text(call.variant(), text)));
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
    move["zeroing"] = is_zeroing(text.position, turn);
    move["fen"] = position_text(variant, play(variant, text, turn));
  }
  return json_answer({{"fen", position_text(variant, text)},
                      {"subspace", subspace_of(text.position).text()},
                      {"position", position_json(variant, text)},
                      {"moves", std::move(moves)}},
                     call.keeping);
}

}  // namespace mill
