#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/games/game.h"

namespace mill {

/// How a game was scored. The rules need not have decided it: a player may have lost by its time,
/// or a judge has ended it.
struct Scoring {
  bool finished = false;
  std::optional<Side> winner;  ///< none in a draw
  std::string reason;          ///< for people, such as "repetition"; may be empty
  friend bool operator==(const Scoring&, const Scoring&) = default;
};

/// The scoring that the rules give.
Scoring scoring_of(const GameResult& result);

/// "1-0", "0-1", "1/2-1/2", or "*" for a game that is not finished.
std::string_view scoring_text(const Scoring& scoring);

/// The beginning of a game that none of its players has chosen. Nobody answers for its turns: they
/// are left out wherever the turns of players are counted.
struct Opening {
  std::size_t turns = 0;  ///< the last of them may be one that a player has finished
  std::string choice;     ///< who or what has chosen it, for people; may be empty
  friend bool operator==(const Opening&, const Opening&) = default;
};

/// A game with what is to be remembered about it.
struct GameRecord {
  Game game;
  std::string white = "?", black = "?";  ///< names of the players
  Scoring scoring;
  /// Further tags: a name of letters and digits, and any text in one line.
  std::vector<std::pair<std::string, std::string>> tags;
  Opening opening = {};
};

/// The value of the first further tag of that name, empty if there is none.
std::string_view tag_value(const GameRecord& record, std::string_view name);

/// The game as text, which parse_games() reads back to an equal record:
///
///     [White "perfect"]
///     [Black "random"]
///     [Variant "nine-mens-morris"]
///     [Rules "2b3e..."]                      the digest of the variant
///     [Start "********/... w p p 0 9 ..."]   only if it is not the start of the variant
///     [nMoveRule "100"]                      and the other rules of HistoryRules
///     [OpeningTurns "2"]                     only if there are any
///     [OpeningChoice "all after 2 turns"]    only if it is known
///     [Result "1-0"]
///     [Reason "too few stones"]
///
///       1. d6            f4
///       2. d7            a7xd6
///     1-0
///
/// A line for each turn of White and the answer; `...` stands for White where Black begins. Ends
/// with an empty line, so that games can follow one another.
std::string game_text(const GameRecord& record);

}  // namespace mill
