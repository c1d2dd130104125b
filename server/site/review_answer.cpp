#include "engine/games/game_text_reader.h"
#include "engine/games/played_turns.h"
#include "reports/match_report.h"
#include "reports/review_report.h"
#include "server/site/game_request.h"
#include "server/site/site.h"

namespace mill {
namespace {

Reply<GameRecord> read_game(const Call& call, std::string_view text) {
  auto games = MILLSTONE_TRY(about("game", parse_games(call.variant(), text, "the game")));
  if (games.size() != 1)
    return refuse(400, "game", "found {} games in the text, expected one", games.size());
  const std::size_t most = call.site.options().longest_game;
  if (const std::size_t turns = played_turns(games.front().game).size(); turns > most)
    return refuse(400, "game", "found {} turns, expected at most {}", turns, most);
  return std::move(games.front());
}

Reply<GameRecord> record_of(const Call& call) {
  if (call.request.content_type == "text/plain") return read_game(call, call.request.body);
  const Json object = MILLSTONE_TRY(body_object(call.request));
  if (const auto text = MILLSTONE_TRY(text_member(object, "game"))) return read_game(call, *text);
  return mill::record_of(call, object);
}

/// When the rules ended a game, those that count among them, which a game may go on after.
struct GameEnd {
  GameResult result;
  std::size_t turns = 0;  ///< until then, or all
};

GameEnd end_of(const Game& game) {
  Game replayed(game.variant(), game.start(), game.history_rules());
  GameEnd end{replayed.result()};
  for (const PlayedTurn& turn : played_turns(game)) {
    if (end.result.ending != Ending::kOpen) break;
    for (const Action& action : game.actions().subspan(turn.first, turn.end - turn.first))
      MILLSTONE_CHECK(replayed.play(action));
    end = {replayed.result(), end.turns + 1};
  }
  return end;
}

}  // namespace

Reply<Answer> answer_review(const Call& call) {
  const GameRecord record = MILLSTONE_TRY(record_of(call));
  const Variant& variant = call.variant();
  const auto reviews =
      review_game(*call.database->prober, record, DamagedSuccessor::kLeavesTurnUnknown);
  if (!reviews) return tl::unexpected(refusal_of(reviews.error()));
  Json turns = Json::array();
  for (const TurnReview& review : *reviews) {
    Json& turn = turns.emplace_back(review_json(*variant.board, review));
    turn["fen"] = position_text(variant, record.game.positions()[review.played.end]);
  }
  const GameEnd end = end_of(record.game);
  const bool is_open = end.result.ending == Ending::kOpen;
  const std::array<TurnTally, 2> tallies = tallies_of(*reviews);
  return json_answer({{"white", record.white},
                      {"black", record.black},
                      {"result", scoring_text(record.scoring)},
                      {"reason", record.scoring.reason},
                      {"ending", is_open ? Json() : Json(ending_name(end.result.ending))},
                      {"ending_after", is_open ? Json() : Json(end.turns)},
                      {"opening_turns", record.opening.turns},
                      {"opening_choice", record.opening.choice},
                      {"told", told_json(record)},
                      {"start", position_text(variant, record.game.start())},
                      {"turns", std::move(turns)},
                      {"white_turns", tally_json(tallies[0])},
                      {"black_turns", tally_json(tallies[1])},
                      {"text", game_text(record)}});
}

}  // namespace mill
