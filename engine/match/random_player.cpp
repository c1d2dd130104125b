#include "engine/match/random_player.h"

namespace mill {

std::size_t random_below(std::mt19937_64& random, std::size_t count) {
  // A remainder favours small numbers by count / 2^64, which nobody can measure.
  return static_cast<std::size_t>(random() % count);
}

Result<void> RandomPlayer::new_game(const Game&, std::uint64_t seed) {
  random_.seed(seed);
  return {};
}

Result<Choice> RandomPlayer::choose(const Game& game, const SearchLimits&) {
  const std::vector<Action> actions = generate_actions(game.variant(), game.position());
  return Choice{actions[random_below(random_, actions.size())]};
}

}  // namespace mill
