#include "engine/match/random_player.h"

#include "base/random_below.h"

namespace mill {

Result<void> RandomPlayer::new_game(const Game&, std::uint64_t seed) {
  random_.seed(seed);
  return {};
}

Result<Choice> RandomPlayer::choose(const Game& game, const SearchLimits&) {
  const std::vector<Action> actions = generate_actions(game.variant(), game.position());
  return Choice{actions[random_below(random_, actions.size())]};
}

}  // namespace mill
