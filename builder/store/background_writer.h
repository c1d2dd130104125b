#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "builder/build_options.h"
#include "builder/solver/solver.h"
#include "builder/store/input_distances.h"
#include "formats/database_writer.h"

namespace mill {

/// Writes the file of one metric into a directory; returns its size in bytes.
using WriteMetric =
    std::function<Result<std::uint64_t>(const std::filesystem::path& directory, Metric metric)>;

/// Has the files of a subspace written in the order that tells later builds what is there.
/// @param with_distances  whether a distance file is written, for good or for a time
/// @return what was written, without the seconds
Result<BuiltSubspace> write_files(const SolvedSubspace& solved, const BuildOptions& options,
                                  const InputDistances& distances, bool with_distances,
                                  const WriteMetric& write);

/// How the files of a build are written.
WriteOptions write_options(const BuildOptions& options);

/// Compresses and writes finished subspaces on a thread of its own while the next are being solved.
/// After the first error nothing more is written.
class BackgroundWriter {
 public:
  BackgroundWriter(const Variant& variant, const BuildOptions& options,
                   const InputDistances& distances);
  ~BackgroundWriter();
  BackgroundWriter(const BackgroundWriter&) = delete;
  BackgroundWriter& operator=(const BackgroundWriter&) = delete;

  /// Takes a subspace; its table is held until it is on disk.
  /// @param seconds         what solving it took
  /// @param with_distances  whether a distance file is written, for good or for a time
  /// @param written         called when its files are there; destroyed then, or if that fails
  void submit(SolvedSubspace solved, double seconds, bool with_distances,
              std::function<void(const BuiltSubspace&)> written);

  /// Bytes of the tables not yet written that are not in `except`.
  std::uint64_t pending_bytes(const std::function<bool(const Subspace&)>& except) const;

  /// Whether something submitted is not yet on disk.
  bool is_writing() const;

  /// Waits until one more subspace is on disk, or all are.
  void wait_for_one();

  /// Waits for everything submitted; the first error, if there was one.
  Result<void> wait_for_all();

  /// What has been written so far.
  std::map<Subspace, BuiltSubspace> written() const;
  std::optional<Error> failure() const;

 private:
  struct Job {
    SolvedSubspace solved;
    double seconds;
    bool with_distances;
    std::function<void(const BuiltSubspace&)> written;
  };

  void run();
  Result<BuiltSubspace> write(const Job& job) const;

  const Variant& variant_;
  const BuildOptions& options_;
  const InputDistances& distances_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> queue_;  // the front one is being written
  std::map<Subspace, BuiltSubspace> written_;
  std::optional<Error> failure_;
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace mill
