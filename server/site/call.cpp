#include "server/site/call.h"

#include <algorithm>

#include "engine/games/position_argument.h"

namespace mill {

Reply<Game> game_of_fen(const Call& call) {
  const std::string* fen = call.request.find_parameter("fen");
  if (!fen) return refuse(400, "fen", "the position is missing: fen=TEXT or fen=startpos");
  std::string text = *fen;
  std::replace(text.begin(), text.end(), '_', ' ');
  return about("fen", parse_position_argument(call.variant(), text));
}

Refusal refusal_of(const Error& error) {
  Refusal refusal(error);
  if (error.code == ErrorCode::kWrongRules)
    refusal.status = 500;  // the file is, not what was asked
  return refusal;
}

}  // namespace mill
