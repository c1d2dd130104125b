#include "server/site/game_request.h"

#include "server/site/site.h"

namespace mill {

Reply<Json> body_object(const Request& request) {
  Json json = Json::parse(request.body, nullptr, false);
  if (!json.is_object()) return refuse(400, "", "the body is no JSON object");
  return json;
}

Reply<std::optional<std::string>> text_member(const Json& object, const std::string& name) {
  const auto member = object.find(name);
  if (member == object.end() || member->is_null()) return std::nullopt;
  if (!member->is_string()) return refuse(400, name, "{}: found no text where one belongs", name);
  return member->get<std::string>();
}

Reply<Game> game_of(const Call& call, const Json& object) {
  const Variant& variant = call.variant();
  Game game(variant);
  if (const auto fen = MILLSTONE_TRY(text_member(object, "fen")); fen && *fen != "startpos")
    game = Game(variant, MILLSTONE_TRY(about("fen", parse_position_text(variant, *fen))));
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

}  // namespace mill
