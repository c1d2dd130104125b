#pragma once

#include <atomic>
#include <memory>

#include "base/task.h"
#include "server/site/assets.h"
#include "server/site/databases.h"
#include "server/site/metrics.h"

namespace mill {

struct SiteOptions {
  std::vector<std::filesystem::path> directories;  ///< of databases
  bool presets = false;          ///< whether each preset without a database is served, too
  std::filesystem::path assets;  ///< files of the page in place of those compiled in; empty: these
  std::uint64_t cache_bytes = std::uint64_t{256} << 20;  ///< of each database, for decoded blocks
  double engine_seconds = 5;        ///< that a search may take, and that clients may ask for
  int searches = 1;                 ///< at the same time
  std::size_t longest_game = 1000;  ///< turns that a client may send
};

/// The searches of a server, counted. Any thread.
struct SearchCounts {
  std::atomic<int> taken = 0;    ///< rights to run one that are given out
  std::atomic<int> settled = 0;  ///< those of them that only the end of their search gives back
};

/// The right to run a search; given back when it goes, or before. It settles once somebody waits
/// for what is found; until then, and from when that is given up, it may be back at any moment. Any
/// thread; what it refers to must outlive it.
class SearchSlot {
 public:
  /// It has been counted as taken.
  SearchSlot(SearchCounts& counts, Metrics& metrics) : counts_(counts), metrics_(metrics) {
    metrics_.search_started();
  }
  ~SearchSlot() { give_back(); }
  SearchSlot(const SearchSlot&) = delete;
  SearchSlot& operator=(const SearchSlot&) = delete;

  /// Does nothing once it is given up.
  void settle() {
    State begins = State::kBegins;
    if (state_.compare_exchange_strong(begins, State::kSettled)) ++counts_.settled;
  }
  void give_up() {
    if (state_.exchange(State::kEnds) == State::kSettled) --counts_.settled;
  }
  void give_back() {
    give_up();
    if (is_back_.exchange(true)) return;
    metrics_.search_ended();
    --counts_.taken;
  }

 private:
  enum class State : std::uint8_t { kBegins, kSettled, kEnds };

  SearchCounts& counts_;
  Metrics& metrics_;
  std::atomic<State> state_ = State::kBegins;
  std::atomic<bool> is_back_ = false;
};

/// All that requests are about. Any thread; outlives every answer.
class Site {
 public:
  /// Errors as Databases::open() and Assets::read().
  static Result<std::unique_ptr<Site>> open(const SiteOptions& options);

  const SiteOptions& options() const { return options_; }
  const Databases& databases() const { return databases_; }
  const Assets& assets() const { return assets_; }
  Metrics& metrics() const { return metrics_; }

  /// 503 if all are taken.
  Reply<std::unique_ptr<SearchSlot>> take_search_slot() const;

  /// Whether all are taken by searches that go on.
  bool all_searches_go_on() const { return searches_.settled >= options_.searches; }

  /// Set once long answers shall give up.
  StopFlag stop_flag() const { return stopped_; }
  void stop() { stopped_ = true; }

 private:
  Site(const SiteOptions& options, Databases databases, Assets assets)
      : options_(options), databases_(std::move(databases)), assets_(std::move(assets)) {}

  SiteOptions options_;
  Databases databases_;
  Assets assets_;
  mutable Metrics metrics_;
  mutable SearchCounts searches_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace mill
