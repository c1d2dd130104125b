#pragma once

#include <functional>
#include <optional>

#include "engine/games/played_turns.h"
#include "engine/search/engine.h"
#include "server/site/call.h"
#include "server/site/site.h"

namespace mill {

/// What the files know of every turn, or a search whose findings are told as it goes on.
class Analysis {
 public:
  /// 400 for a position or number that makes no sense or a game that is over, 503 if it has to be
  /// searched and all searches are taken.
  static Reply<std::unique_ptr<Analysis>> create(const Call& call);

  /// Refuses what create() refuses with 400, and begins nothing.
  static Reply<void> check(const Call& call);

  /// Tells what is known, or searches until it is stopped, the site is, or its time is over; then
  /// another search may begin. Each finding is a JSON object as text. One thread calls it, once.
  void run(const std::function<void(std::string)>& on_finding);

  /// The client hears what is found and is watched, so that its end would be noticed.
  void settle() {
    if (search_) search_->slot->settle();
  }

  /// Ends run() soon. Any thread.
  void stop() {
    if (!search_) return;
    search_->slot->give_up();
    search_->engine.stop();
  }

 private:
  struct Search {
    Engine engine;
    std::unique_ptr<SearchSlot> slot;
    SearchLimits limits;
  };

  Analysis(Game game, SearchReport known) : game_(std::move(game)), known_(std::move(known)) {}
  Analysis(Game game, Search search) : game_(std::move(game)), search_(std::move(search)) {}

  Game game_;
  SearchReport known_;            // where there is no search
  std::optional<Search> search_;  // stays, since another thread may stop it
};

}  // namespace mill
