#include "reports/json_output.h"
#include "server/site/call.h"
#include "server/site/next_position.h"

namespace mill {
namespace {

/// How long an answer holds: what is not known yet is as soon as somebody builds it.
Keeping keeping_of(const Call& call, bool is_whole) {
  return is_whole ? call.keeping : Keeping::kAMinute;
}

struct MainLine {
  std::vector<NextPosition> turns;
  bool is_whole = true;  ///< everything about its positions is known
};

Json move_json(const Variant& variant, const Position& before, const NextPosition& next) {
  Json json;
  put_turn(json, *variant.board, next.turn);
  put_standing(json, variant, next.position.position, next.standing);
  json["grade"] = grade_json(next.grade);
  json["zeroing"] = is_zeroing(variant, before, next.turn);
  json["fen"] = position_text(variant, next.position);
  return json;
}

/// The line of best play, by the first of equally good turns; empty in a draw.
Reply<MainLine> best_line(const ServedDatabase& database, TextPosition position) {
  MainLine line;
  for (;;) {
    const auto known = MILLSTONE_TRY(look_up(database, position.position));
    line.is_whole = line.is_whole && !known.gap;
    if (known.position.value == Value::kDraw || known.turns.empty()) return line;
    if (!known.first_is_best()) return tl::unexpected(refusal_of(no_best_turn(known).value()));
    line.turns.push_back(next_position(database.variant(), position, known.turns.front()));
    position = line.turns.back().position;
  }
}

}  // namespace

Reply<Answer> answer_position(const Call& call) {
  const Game game = MILLSTONE_TRY(game_of_fen(call));
  const Variant& variant = call.variant();
  const auto known = MILLSTONE_TRY(look_up(*call.database, game.position()));
  Json json;
  put_standing(json, variant, game.position(), {known.position.value, known.position.distance});
  json["grade"] = grade_json(known.position.grade);
  json["fen"] = position_text(variant, game.now());
  json["subspace"] = subspace_of(game.variant(), game.position()).text();
  json["position"] = position_json(variant, game.now());
  Json& moves = json["moves"] = Json::array();
  for (const PartialTurn& turn : known.turns)
    moves.push_back(move_json(variant, game.position(), next_position(variant, game.now(), turn)));
  return json_answer(json, keeping_of(call, !known.gap));
}

Reply<Answer> answer_mainline(const Call& call) {
  const Game game = MILLSTONE_TRY(game_of_fen(call));
  const Variant& variant = call.variant();
  const auto known = call.database->prober->known_value(game.position());
  if (!known) return tl::unexpected(refusal_of(known.error()));
  const auto line = MILLSTONE_TRY(best_line(*call.database, game.now()));
  const Standing start{known->value, known->distance};
  Json moves = Json::array();
  for (const NextPosition& next : line.turns) {
    Json& move = moves.emplace_back();
    put_turn(move, *variant.board, next.turn);
    move["category"] = category_of(next.standing);
    move["dtw"] = dtw_of(next.standing);
    move["dtz"] = move["precise_dtz"] = nullptr;
    move["fen"] = position_text(variant, next.position);
  }
  const bool white_wins = (known->value == Value::kWin) == (game.side() == Side::kWhite);
  return json_answer(
      {{"mainline", std::move(moves)},
       {"winner", known->value == Value::kDraw ? Json() : Json(white_wins ? "w" : "b")},
       {"dtw", dtw_of(start)},
       {"dtz", nullptr},
       {"precise_dtz", nullptr}},
      keeping_of(call, line.is_whole));
}

}  // namespace mill
