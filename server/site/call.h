#pragma once

#include "engine/games/game.h"
#include "server/site/answer.h"
#include "server/site/databases.h"

namespace mill {

class Site;

/// A request with what it is about. What it points to outlives the answer.
struct Call {
  const Site& site;
  const ServedDatabase* database;  ///< none for routes without a variant
  Keeping keeping;                 ///< of what the database alone decides
  Request request;

  const Variant& variant() const { return database->variant(); }
};

/// The position that the parameter `fen` stands for, as parse_position_argument() reads it, with
/// blanks or underscores. 400 if it is missing or wrong.
Reply<Game> game_of_fen(const Call& call);

/// What is said of an error about the files of a database.
Refusal refusal_of(const Error& error);

// Each answers one route (HTTP.md).
Reply<Answer> answer_variants(const Call& call);
Reply<Answer> answer_position(const Call& call);
Reply<Answer> answer_mainline(const Call& call);
Reply<Answer> answer_parts(const Call& call);
Reply<Answer> answer_stats(const Call& call);
Reply<Answer> answer_review(const Call& call);
Reply<Answer> answer_play(const Call& call);

}  // namespace mill
