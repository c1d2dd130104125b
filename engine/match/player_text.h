#pragma once

#include <filesystem>
#include <string>
#include <string_view>

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
  DrawChoice draws = DrawChoice::kTraps;  ///< of `perfect`
  EngineOptions engine;                   ///< of `engine`, but for its prober
  SearchLimits limits;      ///< of `engine`; if any is set, those of the match are not
  ProgramSettings program;  ///< of `program`
};

/// Reads the description of a player: a kind, then options behind a colon.
///
///     perfect                      from the databases; draws=traps|random|first, db=DIR
///     random                       any legal action
///     engine:depth=8,threads=2     this project's search; depth, nodes, time (seconds), threads,
///                                  hash (MiB), probe-depth, algorithm=alpha-beta|pvs|mtdf, db=DIR;
///                                  db= without a name: no database;
///                                  evaluation=network|features; without=IDEA+IDEA: ideas of
///                                  the search and of its order to leave out
///     program:COMMAND              another program, started by the shell
///
/// All but `program` take name=NAME too. kInvalidArgument naming the option that is wrong.
Result<PlayerDescription> parse_player(std::string_view text);

}  // namespace mill
