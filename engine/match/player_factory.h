#pragma once

#include "engine/match/player.h"
#include "engine/match/player_text.h"

namespace mill {

/// Makes players of one description, as many as threads want; they share an open database.
class PlayerFactory {
 public:
  /// Opens the database of its own that the description names. kInvalidArgument if `perfect` has
  /// none, otherwise the errors of Prober::open() and OpeningBook::open().
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
  std::shared_ptr<const OpeningBook> book_;  // none: it plays without
};

}  // namespace mill
