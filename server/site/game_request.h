#pragma once

#include "engine/games/game_text.h"
#include "server/site/call.h"

namespace mill {

/// The JSON object of a body, whatever type it says it has. 400 if it is none.
Reply<Json> body_object(const Request& request);

/// A member of an object that must be a text, or is not there. 400 for anything else.
Reply<std::optional<std::string>> text_member(const Json& object, const std::string& name);

/// The game that the members `fen` and `moves` stand for: from the start of the game without a
/// position, and without turns the position alone. 400 naming what is wrong.
Reply<Game> game_of(const Call& call, const Json& object);

}  // namespace mill
