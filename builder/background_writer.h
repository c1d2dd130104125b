#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "builder/database_builder.h"
#include "builder/solver.h"

namespace millstone {

/// Size and cost of the files of one subspace.
struct WrittenFiles {
  std::uint64_t value_bytes = 0, distance_bytes = 0;
  double seconds = 0;
};

/// Compresses and writes finished subspaces on a thread of its own while the next are being solved.
/// After the first error nothing more is written.
class BackgroundWriter {
 public:
  BackgroundWriter(const Variant& variant, const BuildOptions& options);
  ~BackgroundWriter();
  BackgroundWriter(const BackgroundWriter&) = delete;
  BackgroundWriter& operator=(const BackgroundWriter&) = delete;

  /// Takes a subspace; its table is held until it is on disk.
  void submit(SolvedSubspace solved);

  /// Bytes of the tables not yet written that are not in `except`.
  std::uint64_t pending_bytes(const std::function<bool(const Subspace&)>& except) const;

  /// Waits until one more subspace is on disk, or all are.
  void wait_for_one();

  /// Waits for everything submitted; the first error, if there was one.
  Result<void> wait_for_all();

  /// What has been written so far.
  std::map<Subspace, WrittenFiles> written() const;
  std::optional<Error> failure() const;

 private:
  void run();
  Result<WrittenFiles> write(const SolvedSubspace& solved) const;

  const Variant& variant_;
  const BuildOptions& options_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<SolvedSubspace> queue_;  // the front one is being written
  std::map<Subspace, WrittenFiles> written_;
  std::optional<Error> failure_;
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace millstone
