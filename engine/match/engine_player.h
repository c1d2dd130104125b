#pragma once

#include "engine/match/player.h"

namespace mill {

/// This project's search as a player. A game by other rules than the engine's is lost.
class EnginePlayer : public Player {
 public:
  /// @param own  if any is set, they replace those of the match; with none at all it searches
  ///             kUsualDepth plies
  EnginePlayer(std::string name, Engine engine, const SearchLimits& own);
  Result<void> can_play(const std::vector<Game>& openings) override;
  Result<void> new_game(const Game& start, std::uint64_t seed) override;
  Result<Choice> choose(const Game& game, const SearchLimits& limits) override;

  static constexpr int kUsualDepth = 6;

 private:
  Engine engine_;
  SearchLimits own_;
};

}  // namespace mill
