#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/match/match.h"

namespace mill {

/// Who of a list of players plays whom.
enum class LadderPairs : std::uint8_t {
  kAll,         ///< everybody plays everybody: a round robin
  kNeighbours,  ///< everybody plays the next of the list
  kFirst,       ///< the first plays everybody else: a gauntlet
};

/// The places in the list of those who play each other, the earlier one first.
std::vector<std::array<std::size_t, 2>> ladder_pairs(LadderPairs choice, std::size_t players);

/// A match of a ladder that has been played, or a part of it.
struct LadderMatch {
  std::size_t first = 0, second = 0;  ///< places in the list
  MatchResult result;                 ///< its score is that of the first
};

/// What the matches of a list of players have come to.
struct Ladder {
  std::vector<std::string> players;
  std::optional<std::size_t> perfect;  ///< the first of them who plays from databases
  std::vector<LadderMatch> matches;
};

/// How one player of a ladder has done.
struct LadderStanding {
  Estimate elo;                 ///< the first player has 0; see ratings()
  WinDrawLoss score;            ///< of all games
  WinDrawLoss against_perfect;  ///< against the perfect player, of games that repeat no other; no
                                ///< games: there is none
  TurnTally turns;              ///< by the reviewer
  std::uint64_t faults = 0;     ///< games lost by a fault
};

/// By player, in the order of the list.
std::vector<LadderStanding> standings(const Ladder& ladder);

/// The match that two players of the list play. Its games count for a ladder as for a match alone.
using LadderMatchOptions = std::function<MatchOptions(std::size_t first, std::size_t second)>;

/// Called as OnGame, with the number of the match from 0.
using OnLadderGame =
    std::function<Result<void>(std::size_t match, const MatchGame&, const MatchResult&)>;

/// Plays match after match.
/// @param players  two or more, of different names
/// @return errors of play_match(); after a stop what has been played, kInterrupted if nothing was
Result<Ladder> play_ladder(const std::vector<PlayerFactory>& players, LadderPairs choice,
                           const LadderMatchOptions& match_options, const OnLadderGame& on_game);

}  // namespace mill
