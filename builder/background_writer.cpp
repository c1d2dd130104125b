#include "builder/background_writer.h"

#include <oneapi/tbb/task_arena.h>

#include <chrono>

#include "formats/subspace_file.h"

namespace millstone {

BackgroundWriter::BackgroundWriter(const Variant& variant, const BuildOptions& options)
    : variant_(variant), options_(options), thread_([this] { run(); }) {}

BackgroundWriter::~BackgroundWriter() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void BackgroundWriter::submit(SolvedSubspace solved) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(solved));
  }
  changed_.notify_all();
}

std::uint64_t BackgroundWriter::pending_bytes(
    const std::function<bool(const Subspace&)>& except) const {
  const std::lock_guard lock(mutex_);
  std::uint64_t total = 0;
  for (const SolvedSubspace& solved : queue_)
    if (!except(solved.subspace)) total += solved.keys->geometry().table_bytes();
  return total;
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

std::map<Subspace, WrittenFiles> BackgroundWriter::written() const {
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
    const SolvedSubspace& solved = queue_.front();
    if (!failure_) {
      lock.unlock();
      auto files = arena.execute([&] { return write(solved); });
      lock.lock();
      if (files)
        written_[solved.subspace] = *files;
      else
        failure_ = files.error();
    }
    queue_.pop_front();
    changed_.notify_all();
  }
}

Result<WrittenFiles> BackgroundWriter::write(const SolvedSubspace& solved) const {
  const auto start = std::chrono::steady_clock::now();
  const auto fill = [&](std::uint64_t first_slot, std::span<Key> out) {
    solved.keys->copy_slots(first_slot, out);
  };
  WriteOptions write_options;
  write_options.level = options_.level;
  WrittenFiles files;
  const auto write_metric = [&](Metric metric) {
    return write_subspace_file(options_.directory, variant_, solved.subspace, metric, solved.counts,
                               write_options, fill);
  };
  auto value = write_metric(Metric::kValue);
  if (!value) return tl::unexpected(value.error());
  files.value_bytes = *value;
  if (options_.distances) {
    auto distance = write_metric(Metric::kDistance);
    if (!distance) return tl::unexpected(distance.error());
    files.distance_bytes = *distance;
  }
  files.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return files;
}

}  // namespace millstone
