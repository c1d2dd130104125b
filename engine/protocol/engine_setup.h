#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "engine/protocol/protocol_options.h"
#include "engine/protocol/protocol_text.h"
#include "engine/search/engine.h"

namespace mill {

/// What the settings make: a variant, open databases, a search, and the game on the board. They are
/// made when they are needed, by prepare(), so that options may come in any order and rule fields
/// one by one. One thread calls it; none may while the engine thinks, but for set().
class EngineSetup {
 public:
  /// @param on_message  called with what somebody should know, such as why a database is not used
  EngineSetup(ProtocolSettings settings, Engine::OnMessage on_message);

  /// Sets an option (see set_option()), which takes effect with the next prepare().
  Result<void> set(const OptionRequest& request);

  /// Whether prepare() has something to do.
  bool is_stale() const { return stale_.any(); }

  /// Makes anew what the options have changed; other rules start a new game. Databases that cannot
  /// be used are told of and left out. An error (rules that do not go together, no memory for the
  /// search) leaves the game as it was, and comes again with the next call.
  Result<void> prepare();

  /// Begins a game from the start: what searches have found is forgotten, but for what the hash
  /// file keeps. Needs a prepare() that has succeeded.
  void new_game();

  /// Has the hash file, where there is one, hold what searches have found; tells of it if it
  /// cannot.
  void save_results();

  /// A game by the rules of now. kInvalidArgument or kUnsupportedRule as the position text or a
  /// move makes no sense; the message says which.
  Result<Game> game_of(const PositionRequest& request) const;

  const ProtocolSettings& settings() const { return settings_; }

  /// These three need a prepare() that has succeeded.
  const Game& game() const { return *game_; }
  void set_game(Game game) { game_ = std::move(game); }
  Engine& engine() { return *engine_; }

 private:
  struct Stale {
    bool rules = true, history = true, databases = true, engine = true, memory = false;
    bool any() const { return rules || history || databases || engine || memory; }
  };

  Result<void> renew_rules();
  void renew_history();
  void renew_databases();
  void renew_book();
  Result<void> renew_engine();
  void load_results();
  EngineOptions engine_options() const;

  ProtocolSettings settings_;
  Engine::OnMessage on_message_;
  Stale stale_;
  std::optional<Game> game_;
  std::shared_ptr<const Prober> prober_;
  std::shared_ptr<const OpeningBook> book_;
  std::optional<Engine> engine_;
  std::filesystem::path hash_file_;  // of this engine; empty: none, or one that is not to be used
};

}  // namespace mill
