#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/match/player_factory.h"
#include "engine/match/referee.h"
#include "engine/match/review.h"
#include "engine/match/statistics.h"

namespace mill {

/// A match between two players.
struct MatchOptions {
  std::vector<Game> openings;  ///< at least one; all by the same rules
  std::string opening_choice;  ///< how they were chosen, to be noted in the games
  std::string terms;           ///< who plays under which limits, to be noted in the games
  int games = 0;               ///< 0: each opening once, or twice with both colours
  bool both_colours = true;    ///< each opening is played twice, with colours changed
  /// Limits are those of the first and the second player; `stop` ends the match with the games that
  /// have been finished.
  GameConditions conditions;
  int threads = 1;         ///< games at the same time
  std::uint64_t seed = 1;  ///< of the order of openings and of what players leave to chance
  std::optional<SprtHypotheses> sprt;      ///< ends the match as soon as it has decided
  std::shared_ptr<const Prober> reviewer;  ///< looks up every turn; none: nobody does
  /// Games of this match that were played before, from the first one on: they are counted, and
  /// only those behind them are played.
  std::vector<GameRecord> played_before = {};
};

/// One game of a match.
struct MatchGame {
  int number = 0;         ///< from 1
  std::size_t white = 0;  ///< the player with White, 0 or 1
  GameRecord record;
  std::optional<std::size_t> at_fault;  ///< player
  bool played = true;                   ///< false if that player failed before its first action
  std::array<TurnTally, 2> tallies;     ///< by player; turns of the opening left out
  std::vector<TurnReview> reviews;      ///< of all turns; empty without a reviewer
};

/// How one player has done.
struct PlayerResult {
  std::string name;
  std::uint64_t faults = 0;  ///< games lost by a fault
  TurnTally turns;           ///< in games that repeat no other
};

/// What a match has come to so far.
struct MatchResult {
  WinDrawLoss score;      ///< of the first player
  WinDrawLoss different;  ///< the same without games that repeat an earlier one action by action,
                          ///< which say nothing new: what intervals and tests are made of
  std::array<WinDrawLoss, 2> by_colour;  ///< of the first player with White and with Black
  std::array<PlayerResult, 2> players;
  std::map<std::string, std::uint64_t> endings;  ///< games by the reason of their scoring
  std::uint64_t plies = 0;                       ///< of all games, openings included
  std::uint64_t unplayed = 0;  ///< games lost by a fault before the first action of that player
  std::optional<SprtState> sprt;

  std::uint64_t repeats() const { return score.games() - different.games(); }
};

/// Called after each game, in the order of their numbers whatever the number of threads, from any
/// thread but never from two at once. An error ends the match and is what it returns.
using OnGame = std::function<Result<void>(const MatchGame&, const MatchResult&)>;

/// How many games a match has if nothing ends it sooner.
int planned_games(const MatchOptions& options);

/// Plays a match. Before the first game both players are asked whether they can play it. Games,
/// results and their order depend on options and players alone, not on the number of threads, as
/// long as the players depend on nothing else (time is something else); nor does it matter how many
/// of them were played before. Games that were under way when a sequential test decided are left
/// out.
/// @return errors of PlayerFactory::make(), of the judge, of the reviewer and of `on_game`;
///         kInvalidArgument, naming the game, if one that was played before is none of this match;
///         kInterrupted only if it was stopped before the first game had ended; kMissingFile,
///         kWrongRules or kInputOutput, naming the player, if one cannot play such games, or if
///         every game was lost by a player that failed before its first action: a score would say
///         nothing then
Result<MatchResult> play_match(const std::array<PlayerFactory, 2>& players,
                               const MatchOptions& options, const OnGame& on_game = {});

}  // namespace mill
