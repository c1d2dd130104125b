#include "server/site/game_request.h"

#include <algorithm>
#include <limits>

#include "engine/games/game_text_reader.h"
#include "engine/games/played_turns.h"
#include "server/site/site.h"

namespace mill {
namespace {

using Tags = std::vector<std::pair<std::string, std::string>>;

/// A member, if it is there.
const Json* find_member(const Json& object, const std::string& name) {
  const auto member = object.find(name);
  return member == object.end() || member->is_null() ? nullptr : &*member;
}

/// A member that must be a number from 0, or is not there.
Reply<int> count_member(const Json& object, const std::string& name, int usual) {
  const Json* member = find_member(object, name);
  if (!member) return usual;
  constexpr auto kMost = std::uint64_t{std::numeric_limits<int>::max()};
  if (!member->is_number_unsigned() || member->get<std::uint64_t>() > kMost)
    return refuse(400, name, "{}: expected a number from 0 to {}", name, kMost);
  return member->get<int>();
}

Reply<bool> flag_member(const Json& object, const std::string& name, bool usual) {
  const Json* member = find_member(object, name);
  if (!member) return usual;
  if (!member->is_boolean()) return refuse(400, name, "{}: expected true or false", name);
  return member->get<bool>();
}

/// In the words of the text of games.
Reply<HistoryRules> history_rules_of(const Json& object) {
  const HistoryRules usual;
  HistoryRules history;
  history.n_move = MILLSTONE_TRY(count_member(object, "nMoveRule", usual.n_move));
  history.endgame_n_move =
      MILLSTONE_TRY(count_member(object, "endgameNMoveRule", usual.endgame_n_move));
  history.threefold =
      MILLSTONE_TRY(flag_member(object, "threefoldRepetitionRule", usual.threefold));
  return history;
}

bool is_pair_of_texts(const Json& json) {
  return json.is_array() && json.size() == 2 && json[0].is_string() && json[1].is_string();
}

/// Further tags. The text of a game has to hold them as they are: names are words, and none is one
/// that has a meaning of its own.
Reply<Tags> tags_of(const Call& call, const Json& object) {
  const Json* list = find_member(object, "tags");
  if (!list) return Tags();
  if (!list->is_array() || !std::ranges::all_of(*list, is_pair_of_texts))
    return refuse(400, "tags", "tags: expected a list such as [[\"Round\", \"1\"]]");
  GameRecord record{Game(call.variant()), "?", "?", {}, {}, {}};
  record.tags = list->get<Tags>();
  const auto read = parse_games(call.variant(), game_text(record), "tags");
  if (!read || read->size() != 1 || read->front().tags != record.tags)
    return refuse(400, "tags", "tags: there is one that the text of a game cannot hold");
  return std::move(record.tags);
}

Reply<Opening> opening_of(const Game& game, const Json& object) {
  const std::size_t turns = played_turns(game).size();
  const int told = MILLSTONE_TRY(count_member(object, "opening_turns", 0));
  if (static_cast<std::size_t>(told) > turns)
    return refuse(400, "opening_turns", "opening_turns: found {}, expected at most {}", told,
                  turns);
  const auto choice = MILLSTONE_TRY(text_member(object, "opening_choice"));
  return Opening{static_cast<std::size_t>(told), choice.value_or("")};
}

/// How a game was scored: as `result` and `reason` tell, or by the rules. Where a game cannot go on
/// there is only one result.
Reply<Scoring> scoring_of(const Game& game, const Json& object) {
  const auto result = MILLSTONE_TRY(text_member(object, "result"));
  const auto reason = MILLSTONE_TRY(text_member(object, "reason"));
  const Scoring by_rules = mill::scoring_of(game.result());
  if (!result) return by_rules;
  for (Scoring told : {Scoring{true, Side::kWhite, {}}, Scoring{true, Side::kBlack, {}},
                       Scoring{true, std::nullopt, {}}, Scoring{}}) {
    if (scoring_text(told) != *result) continue;
    const bool is_over = generate_actions(game.variant(), game.position()).empty();
    if (is_over && scoring_text(by_rules) != *result) return by_rules;
    told.reason = reason.value_or("");
    return told;
  }
  return refuse(400, "result", "result: found '{}', expected 1-0, 0-1, 1/2-1/2 or *", *result);
}

}  // namespace

Reply<Json> body_object(const Request& request) {
  Json json = Json::parse(request.body, nullptr, false);
  if (!json.is_object()) return refuse(400, "", "the body is no JSON object");
  return json;
}

Reply<std::optional<std::string>> text_member(const Json& object, const std::string& name) {
  const Json* member = find_member(object, name);
  if (!member) return std::nullopt;
  if (!member->is_string()) return refuse(400, name, "{}: found no text where one belongs", name);
  return member->get<std::string>();
}

Reply<Game> game_of(const Call& call, const Json& object) {
  const Variant& variant = call.variant();
  const HistoryRules history = MILLSTONE_TRY(history_rules_of(object));
  Game game(variant, history);
  if (const auto fen = MILLSTONE_TRY(text_member(object, "fen")); fen && *fen != "startpos") {
    const auto start = MILLSTONE_TRY(about("fen", parse_position_text(variant, *fen)));
    game = Game(variant, start, history);
  }
  const auto moves = object.find("moves");
  if (moves == object.end()) return game;
  if (!moves->is_array()) return refuse(400, "moves", "moves: found no list of turns");
  const std::size_t most = call.site.options().longest_game;
  if (moves->size() > most)
    return refuse(400, "moves", "found {} turns, expected at most {}", moves->size(), most);
  for (std::size_t index = 0; index < moves->size(); ++index) {
    const Json& move = (*moves)[index];
    if (!move.is_string()) return refuse(400, "moves", "turn {}: found no text", index + 1);
    if (const auto played = game.play(move.get<std::string>()); !played)
      return refuse(400, "moves", "turn {} of {}: {}", index + 1, moves->size(),
                    played.error().message);
  }
  return game;
}

Reply<GameRecord> record_of(const Call& call, const Json& object) {
  GameRecord record{MILLSTONE_TRY(game_of(call, object)), "?", "?", {}, {}, {}};
  if (const auto white = MILLSTONE_TRY(text_member(object, "white"))) record.white = *white;
  if (const auto black = MILLSTONE_TRY(text_member(object, "black"))) record.black = *black;
  record.scoring = MILLSTONE_TRY(scoring_of(record.game, object));
  record.tags = MILLSTONE_TRY(tags_of(call, object));
  record.opening = MILLSTONE_TRY(opening_of(record.game, object));
  return record;
}

Json told_json(const GameRecord& record) {
  Json told = Json::object();
  const auto tell = [&](const char* name, const auto& value, const auto& usual) {
    if (value != usual) told[name] = value;
  };
  const HistoryRules usual, history = record.game.history_rules();
  tell("white", record.white, "?");
  tell("black", record.black, "?");
  tell("nMoveRule", history.n_move, usual.n_move);
  tell("endgameNMoveRule", history.endgame_n_move, usual.endgame_n_move);
  tell("threefoldRepetitionRule", history.threefold, usual.threefold);
  tell("tags", record.tags, Tags());
  tell("opening_turns", record.opening.turns, std::size_t{0});
  tell("opening_choice", record.opening.choice, "");
  if (record.scoring == mill::scoring_of(record.game.result())) return told;
  told["result"] = scoring_text(record.scoring);
  tell("reason", record.scoring.reason, "");
  return told;
}

}  // namespace mill
