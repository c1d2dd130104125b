#include <algorithm>

#include "game/text_play.h"
#include "server/site/call.h"
#include "server/site/position_json.h"

namespace mill {
namespace {

/// A turn and where it leads to, as the side that did not play it sees it.
struct NextPosition {
  Turn turn;
  TextPosition position;
  Standing standing;
};

/// A position, and its turns with the best one first.
struct PositionAnswer {
  Standing standing;
  std::vector<NextPosition> next;
};

/// The standing that a ranked turn leaves the other side with. The ply goes on after its first
/// half.
Standing after_turn(const RankedTurn& ranked, bool same_side) {
  Standing after{opposite(ranked.value), ranked.distance};
  if (after.distance && !same_side) --*after.distance;
  return after;
}

/// How the side that plays a turn likes what it leads to: 2 a win, 0 a loss, 3 not known.
int rank_of(const NextPosition& next) {
  return next.standing.value ? 2 - static_cast<int>(*next.standing.value) : -1;
}

/// Where a file of a successor is missing: what is known of each by itself, wins before losses, and
/// last those of which nothing is known.
Reply<std::vector<NextPosition>> turns_one_by_one(const ServedDatabase& database,
                                                  const TextPosition& before) {
  std::vector<NextPosition> turns;
  for (const Turn& turn : generate_turns(database.variant(), before.position)) {
    NextPosition next{turn, play(database.variant(), before, turn), {}};
    const auto known = database.prober->known_value(next.position.position);
    if (known) {
      const bool same_side = next.position.side == before.side;
      next.standing = {same_side ? opposite(known->value) : known->value, known->distance};
    } else if (known.error().code != ErrorCode::kMissingFile) {
      return tl::unexpected(refusal_of(database, known.error()));
    }
    turns.push_back(next);
  }
  std::stable_sort(turns.begin(), turns.end(),
                   [](const NextPosition& left, const NextPosition& right) {
                     return rank_of(left) > rank_of(right);
                   });
  return turns;
}

Reply<PositionAnswer> look_up(const ServedDatabase& database, const TextPosition& position) {
  const auto report = database.prober->probe(position.position);
  if (!report && report.error().code == ErrorCode::kMissingFile) {
    const auto known = database.prober->known_value(position.position);
    if (!known) return tl::unexpected(refusal_of(database, known.error()));
    return PositionAnswer{{known->value, known->distance},
                          MILLSTONE_TRY(turns_one_by_one(database, position))};
  }
  if (!report) return tl::unexpected(refusal_of(database, report.error()));
  PositionAnswer answer{{report->value, report->distance}, {}};
  answer.next.reserve(report->turns.size());
  for (const RankedTurn& ranked : report->turns) {
    NextPosition next{ranked.turn, play(database.variant(), position, ranked.turn), {}};
    next.standing = after_turn(ranked, next.position.side == position.side);
    answer.next.push_back(next);
  }
  return answer;
}

Json move_json(const Variant& variant, const Position& before, const NextPosition& next) {
  Json json;
  put_turn(json, *variant.board, next.turn);
  put_standing(json, variant, next.position.position, next.standing);
  json["zeroing"] = is_zeroing(before, next.turn);
  json["fen"] = position_text(variant, next.position);
  return json;
}

/// The line of best play, by the first of equally good turns; empty in a draw.
Reply<std::vector<NextPosition>> best_line(const ServedDatabase& database, TextPosition position) {
  std::vector<NextPosition> line;
  for (;;) {
    PositionAnswer answer = MILLSTONE_TRY(look_up(database, position));
    if (answer.standing.value == Value::kDraw || answer.next.empty()) return line;
    if (!answer.standing.distance)
      return refuse(404, "fen", "there is no distance file for a position on the way, such as {}",
                    subspace_of(position.position).text());
    position = answer.next.front().position;
    line.push_back(std::move(answer.next.front()));
  }
}

}  // namespace

Reply<Answer> answer_position(const Call& call) {
  const Game game = MILLSTONE_TRY(game_of_fen(call));
  const Variant& variant = call.variant();
  const PositionAnswer answer = MILLSTONE_TRY(look_up(*call.database, game.now()));
  Json json;
  put_standing(json, variant, game.position(), answer.standing);
  json["fen"] = position_text(variant, game.now());
  json["subspace"] = subspace_of(game.position()).text();
  json["position"] = position_json(variant, game.now());
  Json& moves = json["moves"] = Json::array();
  for (const NextPosition& next : answer.next)
    moves.push_back(move_json(variant, game.position(), next));
  return json_answer(json, call.keeping);
}

Reply<Answer> answer_mainline(const Call& call) {
  const Game game = MILLSTONE_TRY(game_of_fen(call));
  const Variant& variant = call.variant();
  const auto known = call.database->prober->known_value(game.position());
  if (!known) return tl::unexpected(refusal_of(*call.database, known.error()));
  const auto line = MILLSTONE_TRY(best_line(*call.database, game.now()));
  const Standing start{known->value, known->distance};
  Json moves = Json::array();
  for (const NextPosition& next : line) {
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
      call.keeping);
}

}  // namespace mill
