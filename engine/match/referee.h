#pragma once

#include <array>
#include <atomic>

#include "base/task.h"
#include "engine/games/game_text.h"
#include "engine/match/player.h"
#include "prober/prober.h"

namespace mill {

/// Which positions end a game by what the databases say of them.
enum class Adjudication : std::uint8_t {
  kNever,
  kDecided,  ///< those that a side wins
  kAll,      ///< draws too
};

/// How games are conducted.
struct GameConditions {
  std::array<SearchLimits, 2> limits;  ///< for an action of White and of Black
  int longest_game = 0;                ///< plies after which it is a draw; 0: no end
  Adjudication adjudication = Adjudication::kNever;
  std::shared_ptr<const Prober> judge;  ///< where it is not kNever
  StopFlag stop;                        ///< to leave the game as it is, not finished
};

/// A game that was played to its end.
struct RefereedGame {
  Game game;
  Scoring scoring;
  std::optional<Side> at_fault;  ///< who lost it by a fault: a crash, time, an illegal action
};

/// Has two players play from an opening, which must be open, until the rules or the conditions end
/// it. Who fails to give a legal action has lost; the reason of the scoring says why. A player may
/// say that the game is drawn where a position occurs again or the count of plies is close to its
/// limit, since programs differ in how they count; elsewhere that is a fault.
///
/// An error is one of the judge, but for a missing file, which only means that the game goes on.
Result<RefereedGame> play_game(const std::array<Player*, 2>& players, const Game& opening,
                               const GameConditions& conditions, std::uint64_t seed);

}  // namespace mill
