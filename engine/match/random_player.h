#pragma once

#include <random>

#include "engine/match/player.h"

namespace mill {

/// Plays any legal action, each as likely as the others.
class RandomPlayer : public Player {
 public:
  using Player::Player;
  Result<void> can_play(const std::vector<Game>&) override { return {}; }
  Result<void> new_game(const Game& start, std::uint64_t seed) override;
  Result<Choice> choose(const Game& game, const SearchLimits& limits) override;

 private:
  std::mt19937_64 random_;
};
}  // namespace mill
