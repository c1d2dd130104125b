#include "reports/review_report.h"

#include "game/notation.h"

namespace mill {
namespace {

Json worth_json(const Worth& worth) {
  return {{"value", value_name(worth.value)}, {"distance", json_or_null(worth.distance)}};
}

}  // namespace

std::vector<std::string> turn_texts(const Board& board, const std::vector<Turn>& turns) {
  std::vector<std::string> texts;
  texts.reserve(turns.size());
  for (const Turn& turn : turns) texts.push_back(turn_text(board, turn));
  return texts;
}

Json review_json(const Board& board, const TurnReview& review) {
  Json json = {{"number", review.before.fullmove},
               {"side", side_name(review.before.side)},
               {"phase", turn_phase_name(review.phase)},
               {"opening", review.opening},
               {"turn", turn_text(board, review.played.turn)},
               {"known", review.verdict.has_value()}};
  if (!review.verdict) return json;
  json["before"] = worth_json(review.verdict->best);
  json["after"] = worth_json(review.verdict->played);
  json["blunder"] = review.verdict->is_blunder();
  json["plies_lost"] = json_or_null(review.verdict->plies_lost());
  json["best"] = turn_texts(board, review.verdict->turns);
  return json;
}

}  // namespace mill
