#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/match/perfect_player.h"
#include "engine/match/program_player.h"

namespace mill {

/// A player as somebody describes it.
struct PlayerDescription {
  enum class Kind : std::uint8_t { kPerfect, kRandom, kEngine, kProgram };
  Kind kind = Kind::kRandom;
  std::string name;                ///< the description itself if no other is given
  bool own_database = false;       ///< of `perfect` and `engine`: not the database of the match ...
  std::filesystem::path database;  ///< ... but this one; empty: none
  DrawChoice draws = DrawChoice::kBest;  ///< of `perfect`
  EngineOptions engine;                  ///< of `engine`, but for its prober and book
  bool own_endings = true;               ///< of `engine` without database: those compiled in
  bool own_book = true;                  ///< of `engine`: it has an opening book, ...
  std::filesystem::path book;            ///< ... this one; empty: the one that is compiled in
  SearchLimits limits;                   ///< of `engine`; if any is set, those of the match are not
  ProgramSettings program;               ///< of `program`
};

/// Reads the description of a player: a kind, then options behind a colon.
///
///     perfect                      from the databases; draws=best|traps|grade|grade-traps|
///                                  traps-grade|random|first, db=DIR
///     random                       any legal action
///     engine:depth=8,threads=2     this project's search; depth, nodes, time (seconds), threads,
///                                  hash (MiB), probe-depth, algorithm=alpha-beta|pvs|mtdf|mcts,
///                                  db=DIR; db= without a name: no database; level=0 (weakest) to
///                                  30 (its best); style=plain|solid|tricky|bold;
///                                  shuffling=yes|no; book=yes|no|FILE; endings=yes|no;
///                                  evaluation=network|features; without=IDEA+IDEA: ideas of the
///                                  search and of its order to leave out
///     program:COMMAND              another program, started by the shell
///
/// All but `program` take name=NAME too. kInvalidArgument naming the option that is wrong.
Result<PlayerDescription> parse_player(std::string_view text);

/// The descriptions that one with a range of whole numbers stands for: "engine:level=1..3" for
/// three. One without a range stands for itself, and so does a command. Whether there are such
/// players is not looked at.
/// @return kInvalidArgument for a range that ends before it begins or that is too long
Result<std::vector<std::string>> expanded_players(std::string_view text);

}  // namespace mill
