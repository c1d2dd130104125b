#pragma once

#include "engine/games/game_text.h"
#include "server/site/call.h"

namespace mill {

/// The JSON object of a body, whatever type it says it has. 400 if it is none.
Reply<Json> body_object(const Request& request);

/// A member of an object that must be a text, or is not there. 400 for anything else.
Reply<std::optional<std::string>> text_member(const Json& object, const std::string& name);

/// The game that the members `fen` and `moves` stand for, with the rules that count of
/// HistoryRules: from the start of the game without a position, and without turns the position
/// alone. 400 naming what is wrong.
Reply<Game> game_of(const Call& call, const Json& object);

/// The same with what is told of the game: players, scoring, opening and further tags.
Reply<GameRecord> record_of(const Call& call, const Json& object);

/// What is told of a game, as the members from which record_of() makes the same record of the same
/// start and turns. What goes without saying is left out.
Json told_json(const GameRecord& record);

}  // namespace mill
