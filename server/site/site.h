#pragma once

#include <atomic>
#include <memory>

#include "base/task.h"
#include "server/site/assets.h"
#include "server/site/databases.h"
#include "server/site/metrics.h"

namespace mill {

struct SiteOptions {
  std::vector<std::filesystem::path> directories;  ///< of databases; at least one
  std::filesystem::path assets;  ///< files of the page in place of those compiled in; empty: these
  std::uint64_t cache_bytes = std::uint64_t{256} << 20;  ///< of each database, for decoded blocks
  double engine_seconds = 5;        ///< that a search may take, and that clients may ask for
  int searches = 1;                 ///< at the same time
  std::size_t longest_game = 1000;  ///< turns that a client may send
};

/// The right to run a search; given back when it goes. The site must outlive it.
class SearchSlot {
 public:
  SearchSlot(std::atomic<int>& taken, Metrics& metrics) : taken_(&taken), metrics_(&metrics) {
    metrics_->search_started();
  }
  SearchSlot(SearchSlot&& other) noexcept
      : taken_(std::exchange(other.taken_, nullptr)), metrics_(other.metrics_) {}
  SearchSlot& operator=(SearchSlot&&) = delete;
  ~SearchSlot() {
    if (!taken_) return;
    --*taken_;
    metrics_->search_ended();
  }

 private:
  std::atomic<int>* taken_;
  Metrics* metrics_;
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
  Reply<SearchSlot> take_search_slot() const;

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
  mutable std::atomic<int> searches_ = 0;
  std::atomic<bool> stopped_ = false;
};

}  // namespace mill
