#include "builder/store/background_writer.h"

#include <oneapi/tbb/task_arena.h>

#include <chrono>

#include "base/timing.h"
#include "formats/subspace_file.h"

namespace mill {

BackgroundWriter::BackgroundWriter(const Variant& variant, const BuildOptions& options,
                                   const InputDistances& distances)
    : variant_(variant), options_(options), distances_(distances), thread_([this] { run(); }) {}

BackgroundWriter::~BackgroundWriter() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void BackgroundWriter::submit(SolvedSubspace solved, double seconds, bool with_distances,
                              std::function<void(const BuiltSubspace&)> written) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back({std::move(solved), seconds, with_distances, std::move(written)});
  }
  changed_.notify_all();
}

std::uint64_t BackgroundWriter::pending_bytes(
    const std::function<bool(const Subspace&)>& except) const {
  const std::lock_guard lock(mutex_);
  std::uint64_t total = 0;
  for (const Job& job : queue_)
    if (!except(job.solved.subspace)) total += job.solved.outcomes->memory_bytes();
  return total;
}

bool BackgroundWriter::is_writing() const {
  const std::lock_guard lock(mutex_);
  return !queue_.empty();
}

void BackgroundWriter::wait_for_one() {
  std::unique_lock lock(mutex_);
  const std::size_t before = queue_.size();
  changed_.wait(lock, [&] { return queue_.empty() || queue_.size() < before; });
}

Result<void> BackgroundWriter::wait_for_all() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return queue_.empty(); });
  if (failure_) return tl::unexpected(*failure_);
  return {};
}

std::map<Subspace, BuiltSubspace> BackgroundWriter::written() const {
  const std::lock_guard lock(mutex_);
  return written_;
}

std::optional<Error> BackgroundWriter::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

void BackgroundWriter::run() {
  // An arena of its own: solver and writer do not take each other's tasks, and a wait for the disk
  // stops nobody else.
  oneapi::tbb::task_arena arena(options_.threads);
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return closing_ || !queue_.empty(); });
    if (queue_.empty()) return;
    const Job& job = queue_.front();
    if (!failure_) {
      lock.unlock();
      auto row = arena.execute([&] { return write(job); });
      if (row) job.written(*row);
      lock.lock();
      if (row)
        written_[row->subspace] = *row;
      else
        failure_ = row.error();
    }
    queue_.pop_front();
    changed_.notify_all();
  }
}

Result<BuiltSubspace> BackgroundWriter::write(const Job& job) const {
  const auto start = std::chrono::steady_clock::now();
  const SolvedSubspace& solved = job.solved;
  const FillOutcomes fill = [&](std::uint64_t first_slot, std::span<OutcomeByte> out) {
    solved.outcomes->copy_slots(first_slot, out);
  };
  const WriteMetric write_metric = [&](const std::filesystem::path& directory, Metric metric) {
    return write_subspace_file(directory, variant_, solved.subspace, metric, solved.counts,
                               write_options(options_), fill, solved.outcomes->longs());
  };
  BuiltSubspace row =
      MILLSTONE_TRY(write_files(solved, options_, distances_, job.with_distances, write_metric));
  row.seconds = job.seconds + seconds_since(start);
  return row;
}

WriteOptions write_options(const BuildOptions& options) {
  WriteOptions how;
  how.level = options.level;
  how.codec = options.codec;
  return how;
}

Result<BuiltSubspace> write_files(const SolvedSubspace& solved, const BuildOptions& options,
                                  const InputDistances& distances, bool with_distances,
                                  const WriteMetric& write) {
  BuiltSubspace row;
  row.subspace = solved.subspace;
  row.counts = solved.counts;
  if (with_distances) {
    auto distance = MILLSTONE_TRY(write(distances.directory(), Metric::kDistance));
    if (options.distances) row.distance_bytes = distance;
  }
  // Values come last: where they alone are asked for, they are what says that all is there.
  row.value_bytes = MILLSTONE_TRY(write(options.directory, Metric::kValue));
  return row;
}

}  // namespace mill
