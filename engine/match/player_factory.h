#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/match/perfect_player.h"
#include "engine/match/player.h"
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

/// Makes players of one description, as many as threads want; they share an open database.
class PlayerFactory {
 public:
  /// Opens the database of its own that the description names. kInvalidArgument if `perfect` has
  /// none, otherwise the errors of Prober::open().
  static Result<PlayerFactory> create(const PlayerDescription& description, const Variant& variant,
                                      const std::shared_ptr<const Prober>& match_database);

  /// A player of its own for a thread. Errors as Engine::create(). From any thread.
  Result<std::unique_ptr<Player>> make() const;

  const PlayerDescription& description() const { return description_; }

 private:
  PlayerFactory(PlayerDescription description, const Variant& variant,
                std::shared_ptr<const Prober> prober);
  Result<std::unique_ptr<Player>> make_engine_player() const;

  PlayerDescription description_;
  Variant variant_;
  std::shared_ptr<const Prober> prober_;
};

}  // namespace mill
