#include "builder/database_builder.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <thread>

#include "builder/background_writer.h"
#include "builder/build_log.h"
#include "builder/build_meter.h"
#include "builder/finished_files.h"
#include "builder/memory_budget.h"
#include "builder/solver.h"
#include "builder/subspace_locks.h"
#include "builder/table_store.h"

namespace millstone {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr std::chrono::milliseconds kLockInterval{100};

/// Removes a checkpoint that has served, with what a killed process may have left of a newer one.
void remove_checkpoint(std::filesystem::path path) {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  std::filesystem::remove(path += ".partial", ignored);
}

/// What is held until all files of subspaces that were solved together are there. Then the
/// checkpoint has served, and another build may look for them.
class Ticket {
 public:
  Ticket(SubspaceLocks::Lock lock, std::filesystem::path checkpoint, std::size_t files)
      : lock_(std::move(lock)), checkpoint_(std::move(checkpoint)), left_(files) {}

  void one_written() {
    if (--left_ == 0) remove_checkpoint(checkpoint_);
  }

 private:
  SubspaceLocks::Lock lock_;
  std::filesystem::path checkpoint_;
  std::atomic<std::size_t> left_;
};

/// One run of build_database.
class DatabaseBuild {
 public:
  DatabaseBuild(const Variant& variant, const BuildOptions& options)
      : variant_(variant),
        options_(options),
        budget_(options.memory_budget ? options.memory_budget : usual_memory_budget()),
        limit_(oneapi::tbb::global_control::max_allowed_parallelism,
               static_cast<std::size_t>(options.threads)),
        arena_(options.threads),
        pool_(std::make_shared<ByteArrayPool>(options.memory_budget != 0)),
        meter_(options.progress) {}

  Result<BuildReport> run() {
    if (auto ready = prepare(); !ready) return tl::unexpected(ready.error());
    // Only now: a build that is refused leaves the directory as it was.
    BuildLog log(options_.directory);
    log.started(variant_, options_, plan_.subspaces.size(), found_.size(), budget_);
    auto report = solve_and_write(log);
    if (report)
      log.ended(report->seconds, report->peak_memory);
    else
      log.broken_off(meter_.seconds(), report.error());
    return report;
  }

 private:
  Result<BuildReport> solve_and_write(BuildLog& log) try {
    BackgroundWriter writer(variant_, options_, log);
    writer_ = &writer;
    Result<void> solved = solve_all();
    while (writer.is_writing()) {
      meter_.report("writing");
      writer.wait_for_one();
    }
    const Result<void> wrote = writer.wait_for_all();
    if (!wrote) return tl::unexpected(wrote.error());
    if (!solved) return tl::unexpected(solved.error());
    return make_report();
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::kNotEnoughMemory,
                "the machine has not enough memory left; give less with --memory");
  }

  /// Looks at the directory and checks that every pair fits into memory.
  Result<void> prepare() {
    std::error_code error;
    std::filesystem::create_directories(options_.directory, error);
    if (error)
      return fail(ErrorCode::kInputOutput, "cannot make the directory {}: {}",
                  options_.directory.string(), error.message());
    if (!options_.temp_directory.empty() &&
        !std::filesystem::is_directory(options_.temp_directory, error))
      return fail(ErrorCode::kInputOutput, "{} is not a directory",
                  options_.temp_directory.string());
    plan_ = make_plan(variant_, options_.roots, {options_.distances, options_.threads});
    for (const PlannedSubspace& row : plan_.subspaces) {
      auto finished = find_finished(variant_, options_, row.subspace);
      if (!finished) return tl::unexpected(finished.error());
      if (*finished) found_[row.subspace] = **finished;
    }
    std::set<Subspace> queued;
    for (const PlannedSubspace& row : plan_.subspaces) {
      const std::vector<Subspace> together = solved_together(variant_, row.subspace);
      const bool needed = std::any_of(together.begin(), together.end(),
                                      [&](const Subspace& one) { return !found_.contains(one); });
      if (!needed || !queued.insert(row.subspace).second) continue;
      queued.insert(together.begin(), together.end());
      if (row.memory > budget_)
        return fail(ErrorCode::kNotEnoughMemory,
                    "{} needs {} MiB of memory, the budget is {} MiB: give --memory {}M or more",
                    row.subspace.text(), mebibytes(row.memory), budget_ >> 20,
                    mebibytes(plan_.least_memory));
      todo_.push_back(row);
    }
    for (const PlannedSubspace& row : plan_.subspaces)
      if (!found_.contains(row.subspace)) meter_.add(row);
    if (options_.check_space) return check_free_space(options_.directory, bytes_to_write());
    return {};
  }

  /// Estimated size of the files that are not there yet.
  std::uint64_t bytes_to_write() const {
    std::uint64_t bytes = 0;
    for (const PlannedSubspace& row : plan_.subspaces)
      if (!found_.contains(row.subspace)) bytes += row.value_bytes + row.distance_bytes;
    return bytes;
  }

  static std::uint64_t mebibytes(std::uint64_t bytes) { return (bytes >> 20) + 1; }

  Result<void> solve_all() {
    const SubspaceLocks locks(options_.directory / kBuildLogName);
    drop_old_checkpoints(locks);
    for (std::size_t next = 0; next < todo_.size(); ++next) {
      const Subspace subspace = todo_[next].subspace;
      auto lock = wait_for_lock(locks, subspace);
      if (!lock) return tl::unexpected(lock.error());
      // Another build may have had it in the meantime.
      auto there = look_for(subspace);
      if (!there) return tl::unexpected(there.error());
      if (!*there)
        if (auto done = solve_next(next, std::move(*lock)); !done) return done;
      for (const Subspace& one : solved_together(variant_, subspace)) meter_.solved(one);
    }
    return {};
  }

  /// Removes what a run left that was killed after the last file was there.
  void drop_old_checkpoints(const SubspaceLocks& locks) {
    for (const auto& entry : found_) {
      const Subspace& subspace = entry.first;
      const bool to_do = std::any_of(todo_.begin(), todo_.end(),
                                     [&](const auto& one) { return one.subspace == subspace; });
      if (to_do) continue;  // its mirror is missing
      if (const auto lock = locks.try_lock(subspace)) remove_checkpoint(checkpoint_path(subspace));
    }
  }

  /// Takes the lock of a subspace, as soon as another build lets go of it.
  Result<SubspaceLocks::Lock> wait_for_lock(const SubspaceLocks& locks, const Subspace& subspace) {
    for (;;) {
      if (options_.stop && *options_.stop) return stopped();
      if (writer_->failure()) return tl::unexpected(*writer_->failure());
      if (SubspaceLocks::Lock lock = locks.try_lock(subspace)) return lock;
      meter_.report("waiting for another build of " + subspace.text());
      std::this_thread::sleep_for(kLockInterval);
    }
  }

  /// Whether all that is solved together with the subspace is there; remembers what is.
  Result<bool> look_for(const Subspace& subspace) {
    bool all = true;
    for (const Subspace& one : solved_together(variant_, subspace)) {
      if (found_.contains(one)) continue;
      auto finished = find_finished(variant_, options_, one);
      if (!finished) return tl::unexpected(finished.error());
      if (*finished)
        found_[one] = **finished;
      else
        all = false;
    }
    return all;
  }

  Result<void> solve_next(std::size_t next, SubspaceLocks::Lock lock) {
    const Subspace subspace = todo_[next].subspace;
    make_room(next);
    meter_.report("solving " + subspace.text());
    const auto start = Clock::now();
    Checkpoint checkpoint(checkpoint_path(subspace), variant_, subspace,
                          options_.checkpoint_seconds);
    auto solved = arena_.execute([&] { return solve(subspace, &checkpoint); });
    if (!solved) return tl::unexpected(solved.error());
    const double share = seconds_since(start) / static_cast<double>(solved->size());
    auto ticket = std::make_shared<Ticket>(std::move(lock), checkpoint.path(), solved->size());
    for (SolvedSubspace& side : *solved) accept(std::move(side), share, ticket);
    return {};
  }

  std::filesystem::path checkpoint_path(const Subspace& subspace) const {
    const bool elsewhere = !options_.temp_directory.empty();
    return (elsewhere ? options_.temp_directory : options_.directory) /
           (subspace.text() + ".checkpoint");
  }

  tl::unexpected<Error> stopped() const {
    return fail(ErrorCode::kInterrupted,
                "stopped; finished subspaces are kept, the same command goes on from here");
  }

  Result<std::vector<SolvedSubspace>> solve(const Subspace& subspace, Checkpoint* checkpoint) {
    SolveOptions solve_options;
    solve_options.checkpoint = checkpoint;
    solve_options.longest_win = options_.longest_win;
    solve_options.pool = pool_;
    solve_options.kernels = options_.kernels;
    solve_options.stop = options_.stop;
    const KeyProvider inputs = [&](const Subspace& wanted) { return table(wanted); };
    auto pair = solve_subspace(variant_, subspace, inputs, solve_options);
    if (!pair && pair.error().code == ErrorCode::kInterrupted) return stopped();
    return pair;
  }

  /// Keys of a finished subspace: still in memory, from its files, or, where only values were
  /// written, solved again.
  Result<std::shared_ptr<const KeyTable>> table(const Subspace& subspace) {
    if (auto kept = tables_.find(subspace)) return kept;
    auto loaded = load_keys(options_.directory, variant_, subspace, pool_);
    if (loaded || options_.distances || loaded.error().code != ErrorCode::kMissingFile)
      return loaded;
    auto pair = solve(subspace, nullptr);
    if (!pair) return tl::unexpected(pair.error());
    for (SolvedSubspace& solved : *pair) tables_.put(solved.subspace, solved.keys);
    return tables_.find(subspace);
  }

  void accept(SolvedSubspace solved, double seconds, const std::shared_ptr<Ticket>& ticket) {
    if (found_.contains(solved.subspace)) {  // its mirror was missing, not this one
      ticket->one_written();
      return;
    }
    tables_.put(solved.subspace, solved.keys);
    const Subspace subspace = solved.subspace;
    writer_->submit(std::move(solved), seconds, [this, ticket, subspace] {
      meter_.written(subspace);
      ticket->one_written();
    });
  }

  /// Inputs of the pairs from `first` on, at most `pairs` of them.
  std::set<Subspace> inputs_of(std::size_t first, std::size_t pairs) const {
    std::set<Subspace> needed;
    for (std::size_t next = first; next < todo_.size() && next < first + pairs; ++next)
      for (const Subspace& input : solver_inputs(variant_, todo_[next].subspace))
        needed.insert(input);
    return needed;
  }

  /// Makes the budget hold for the next pair: lets go of tables no later pair needs, then of those
  /// this pair does not need (they can be read again), then waits for files to be written.
  void make_room(std::size_t next) {
    const std::uint64_t need = todo_[next].memory;
    const std::set<Subspace> inputs = inputs_of(next, 1);
    const auto held = [&] {
      const auto kept = [&](const Subspace& subspace) { return tables_.find(subspace) != nullptr; };
      return tables_.bytes_without(inputs) + writer_->pending_bytes(kept);
    };
    tables_.keep_only(inputs_of(next, todo_.size()));
    if (held() + need > budget_) tables_.keep_only(inputs);
    while (held() + need > budget_ && held() > 0) writer_->wait_for_one();
    // The inputs stay all through the solving of a pair if they are kept here; where that is too
    // much they are read from their files when it is their turn.
    if (held() + tables_.bytes_without({}) + need > budget_) {
      tables_.keep_only({});
      while (writer_->pending_bytes([](const Subspace&) { return false; }) > 0)
        writer_->wait_for_one();
    }
    // `need` counts an input in turn; those that are kept stay beside whatever else the solve
    // holds.
    const std::uint64_t used = held() + tables_.bytes_of(inputs) + need;
    pool_->limit(used < budget_ ? budget_ - used : 0);
    peak_ = std::max(peak_, used);
  }

  BuildReport make_report() {
    BuildReport report;
    std::map<Subspace, BuiltSubspace> rows = writer_->written();
    rows.insert(found_.begin(), found_.end());
    for (const PlannedSubspace& planned : plan_.subspaces)
      report.subspaces.push_back(rows.at(planned.subspace));
    report.seconds = meter_.seconds();
    report.peak_memory = peak_;
    return report;
  }

  const Variant& variant_;
  const BuildOptions& options_;
  std::uint64_t budget_;
  oneapi::tbb::global_control limit_;
  oneapi::tbb::task_arena arena_;
  std::shared_ptr<ByteArrayPool> pool_;
  TableStore tables_;
  BackgroundWriter* writer_ = nullptr;
  Plan plan_;
  std::vector<PlannedSubspace> todo_;        // one a pair, in build order
  std::map<Subspace, BuiltSubspace> found_;  // finished before this run
  BuildMeter meter_;
  std::uint64_t peak_ = 0;
};

}  // namespace

Result<BuildReport> build_database(const Variant& variant, const BuildOptions& options) {
  return DatabaseBuild(variant, options).run();
}

}  // namespace millstone
