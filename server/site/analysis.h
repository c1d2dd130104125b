#pragma once

#include <functional>

#include "engine/games/played_turns.h"
#include "engine/search/engine.h"
#include "server/site/call.h"
#include "server/site/site.h"

namespace mill {

/// A search whose findings are told as it goes on.
class Analysis {
 public:
  /// 400 for a position or number that makes no sense or a game that is over, 503 if all searches
  /// are taken.
  static Reply<std::unique_ptr<Analysis>> create(const Call& call);

  /// Refuses what create() refuses with 400, and begins nothing.
  static Reply<void> check(const Call& call);

  /// Searches until it is stopped, the site is, or its time is over. Each finding is a JSON object
  /// as text. One thread calls it, once.
  void run(const std::function<void(std::string)>& on_finding);

  /// Ends run() within milliseconds. Any thread.
  void stop() { engine_.stop(); }

 private:
  Analysis(Game game, Engine engine, SearchSlot slot, const SearchLimits& limits)
      : game_(std::move(game)),
        engine_(std::move(engine)),
        slot_(std::move(slot)),
        limits_(limits) {}

  Game game_;
  Engine engine_;
  SearchSlot slot_;
  SearchLimits limits_;
};

}  // namespace mill
