#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "engine/search/engine.h"

namespace mill {

/// What a player does when it is its turn.
struct Choice {
  std::optional<Action> action;  ///< none: the player says that the game is drawn
};

/// Someone who plays. One thread at a time.
class Player {
 public:
  explicit Player(std::string name) : name_(std::move(name)) {}
  virtual ~Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  const std::string& name() const { return name_; }

  /// Asked once before the first game of a match: whether the player can play games that begin so.
  /// An error says why it cannot.
  /// @param openings  at least one; all by the same rules
  virtual Result<void> can_play(const std::vector<Game>& openings) = 0;

  /// A new game begins: what earlier ones left behind is forgotten, so that a game does not depend
  /// on those before it. An error says why the player cannot play; it loses the game.
  /// @param seed  of everything that the player leaves to chance
  virtual Result<void> new_game(const Game& start, std::uint64_t seed) = 0;

  /// The action to play now; called only while the game is open. An error says why there is none,
  /// and the game is lost. The caller checks whether the action is legal.
  virtual Result<Choice> choose(const Game& game, const SearchLimits& limits) = 0;

  /// Called when the player has lost a game by its own fault, such as an illegal action: it should
  /// begin anew with the next one.
  virtual void lost_by_fault() {}

 private:
  std::string name_;
};

}  // namespace mill
