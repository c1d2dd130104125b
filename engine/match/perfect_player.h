#pragma once

#include <random>

#include "engine/match/player.h"
#include "prober/prober.h"

namespace mill {

/// Which of the turns that keep a draw is played.
enum class DrawChoice : std::uint8_t {
  kBest,            ///< as kGradeThenTraps where the draws are graded, as kTraps where they are not
  kTraps,           ///< the one after which most turns of the opponent lose; of equals any
  kGrade,           ///< the one of the best grade; of equals any
  kGradeThenTraps,  ///< ... of equals the one after which most turns of the opponent lose
  kTrapsThenGrade,  ///< the one after which most turns lose; of equals the one of the best grade
  kRandom,          ///< any, each as likely as the others
  kFirst,           ///< the first in the order of generate_turns()
};

/// The turns that the databases call best and that the choice among draws leaves, in the order of
/// generate_turns(); at least one. Wins are the shortest, losses the longest, of those whose
/// distances are known; where none is, any that keeps the value. The position must be open. Errors
/// as look_up_turns(), and no_best_turn() where none is known to keep the value; kMissingFile where
/// grades are asked for and a file is not there.
Result<std::vector<Turn>> best_turns(const Prober& prober, const Position& position,
                                     DrawChoice draws);

/// Plays from the databases alone. It loses a game in which it comes to a position that they do not
/// hold.
class PerfectPlayer : public Player {
 public:
  PerfectPlayer(std::string name, std::shared_ptr<const Prober> prober, DrawChoice draws);
  /// kMissingFile if play from one of the openings on can come to a subspace that the database
  /// lacks.
  Result<void> can_play(const std::vector<Game>& openings) override;
  Result<void> new_game(const Game& start, std::uint64_t seed) override;
  Result<Choice> choose(const Game& game, const SearchLimits& limits) override;

 private:
  std::shared_ptr<const Prober> prober_;
  DrawChoice draws_;
  std::mt19937_64 random_;
};

}  // namespace mill
