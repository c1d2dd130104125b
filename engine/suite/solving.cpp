#include "engine/suite/solving.h"

#include <algorithm>

#include "engine/games/played_turns.h"

namespace mill {

Turn turn_of_engine(Engine& engine, const TextPosition& position, const SearchLimits& limits) {
  engine.new_game();
  Game game(engine.variant(), position);
  do {
    const SearchReport report = engine.think(game, limits);
    for (const Action& action : report.lines.front().actions) {
      const auto played = game.play(action);
      MILLSTONE_CHECK(played.has_value());
      if (game.position().removals == 0) break;
    }
  } while (game.position().removals > 0);
  return played_turns(game).front().turn;
}

bool solves(const TestPosition& test, const Turn& turn) {
  return std::find(test.best.begin(), test.best.end(), turn) != test.best.end();
}

}  // namespace mill
