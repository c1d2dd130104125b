#include <random>

#include "base/random_below.h"
#include "engine/games/played_turns.h"
#include "engine/match/perfect_player.h"
#include "engine/match/player_factory.h"
#include "game/notation.h"
#include "server/site/game_request.h"
#include "server/site/position_json.h"
#include "server/site/site.h"

namespace mill {
namespace {

constexpr std::uint64_t kPlayHashBytes = std::uint64_t{16} << 20;  // of one search

Reply<std::chrono::milliseconds> time_of(const Call& call, const Json& object) {
  const double most = call.site.options().engine_seconds;
  const Json seconds = object.value("seconds", Json(most));
  if (!seconds.is_number() || !(seconds > 0) || seconds > most)
    return refuse(400, "seconds", "seconds: expected a number above 0 and at most {}", most);
  return std::chrono::milliseconds(1 + static_cast<int>(1000 * seconds.get<double>()));
}

/// `level`: "perfect", or how well the engine plays, without a database at its hand.
Reply<PlayerDescription> player_of(const Call& call, const Json& object) {
  using Kind = PlayerDescription::Kind;
  PlayerDescription player;
  player.engine.hash_bytes = kPlayHashBytes;
  player.own_database = false;
  const Json level = object.value("level", Json("perfect"));
  if (level == "perfect") {
    player.kind = Kind::kPerfect;
    return player;
  }
  if (!level.is_number_integer() || level < 0 || level > kFullLevel)
    return refuse(400, "level", "level: expected \"perfect\" or a number from 0 to {}", kFullLevel);
  player.kind = Kind::kEngine;
  player.own_database = true;  // which is none
  player.engine.strength = strength_of_level(level.get<int>());
  player.limits.time = MILLSTONE_TRY(time_of(call, object));
  player.limits.stop = call.site.stop_flag();
  return player;
}

/// Plays an action, and tells whether its turn goes on.
Result<bool> play_action(Game& game, const Action& action) {
  const Position before = game.position();
  const Side side = game.side();
  MILLSTONE_TRY(game.play(action));
  return turn_goes_on(before, action, {game.position(), game.side() == side});
}

/// Plays the actions of one turn into the game.
Result<void> play_turn(Player& player, Game& game) {
  for (bool goes_on = true; goes_on;) {
    const Choice choice = MILLSTONE_TRY(player.choose(game, {}));
    if (!choice.action) break;
    goes_on = MILLSTONE_TRY(play_action(game, *choice.action));
  }
  return {};
}

Result<void> play_as_described(const Call& call, const PlayerDescription& description, Game& game) {
  const auto factory =
      MILLSTONE_TRY(PlayerFactory::create(description, call.variant(), call.database->prober));
  const auto player = MILLSTONE_TRY(factory.make());
  MILLSTONE_TRY(player->new_game(game, std::random_device{}()));
  return play_turn(*player, game);
}

/// A look-up: any of the turns that the database calls best.
Reply<void> play_perfectly(const Call& call, Game& game) {
  std::mt19937_64 random(std::random_device{}());
  for (bool goes_on = true; goes_on;) {
    const auto best = best_turns(*call.database->prober, game.position(), DrawChoice::kBest);
    if (!best) return tl::unexpected(refusal_of(best.error()));
    const Turn& turn = (*best)[random_below(random, best->size())];
    for (const Action& action : legal_actions(call.variant(), game.position(), turn))
      goes_on = MILLSTONE_TRY(play_action(game, action));
  }
  return {};
}

/// Only this needs one of the searches that may run.
Reply<void> play_by_search(const Call& call, const PlayerDescription& description, Game& game) {
  const auto slot = MILLSTONE_TRY(call.site.take_search_slot());
  slot->settle();
  MILLSTONE_TRY(play_as_described(call, description, game));
  return {};
}

/// The last `count` actions as a turn, and how the game stands after it.
Json turn_json(const Call& call, const Game& game, std::size_t count) {
  const Board& board = *call.variant().board;
  Json actions = Json::array();
  for (const Action& action : game.actions().last(count))
    actions.push_back(action_text(board, action));
  const Turn turn = played_turns(game).back().turn;
  const GameResult result = game.result();
  Json json;
  put_turn(json, board, turn);
  json["actions"] = std::move(actions);
  json["fen"] = position_text(call.variant(), game.now());
  json["position"] = position_json(call.variant(), game.now());
  json["ending"] = result.ending == Ending::kOpen ? Json() : Json(ending_name(result.ending));
  json["winner"] = side_json(result.winner);
  return json;
}

/// What the database says of the position after the turn, for the side that has played it.
Standing standing_for(const ServedDatabase& database, const Game& game, Side player) {
  const auto known = database.prober->known_value(game.position());
  if (!known) return {};
  return {game.side() == player ? known->value : opposite(known->value), known->distance};
}

}  // namespace

Reply<Answer> answer_play(const Call& call) {
  const Json object = MILLSTONE_TRY(body_object(call.request));
  Game game = MILLSTONE_TRY(game_of(call, object));
  const PlayerDescription description = MILLSTONE_TRY(player_of(call, object));
  if (const GameResult result = game.result(); result.ending != Ending::kOpen)
    return refuse(400, "moves", "the game is over: {}", ending_name(result.ending));
  const Side side = game.side();
  const std::size_t before = game.actions().size();
  const bool is_perfect = description.kind == PlayerDescription::Kind::kPerfect;
  MILLSTONE_TRY(is_perfect ? play_perfectly(call, game) : play_by_search(call, description, game));
  Json json = turn_json(call, game, game.actions().size() - before);
  const Standing standing = standing_for(*call.database, game, side);
  json["category"] = category_of(standing);
  json["dtw"] = dtw_of(standing);
  return json_answer(json);
}

}  // namespace mill
