#include "builder/database_builder.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <thread>

#include "base/timing.h"
#include "builder/solver/solver.h"
#include "builder/store/background_writer.h"
#include "builder/store/build_log.h"
#include "builder/store/build_meter.h"
#include "builder/store/checkpoint.h"
#include "builder/store/finished_files.h"
#include "builder/store/input_distances.h"
#include "builder/store/memory_budget.h"
#include "builder/store/subspace_locks.h"
#include "builder/store/table_store.h"
#include "builder/store/work_list.h"

namespace millstone {
namespace {

using Clock = std::chrono::steady_clock;

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
        distances_(variant, options),
        work_(variant, options, distances_),
        meter_(options.progress) {}

  Result<BuildReport> run() {
    MILLSTONE_TRY(prepare());
    // Only now: a build that is refused leaves the directory as it was.
    BuildLog log(options_.directory);
    log.started(variant_, options_, work_.plan().subspaces.size(), work_.found().size(), budget_);
    auto report = solve_and_write(log);
    if (report)
      log.ended(report->seconds, report->peak_memory);
    else
      log.broken_off(meter_.seconds(), report.error());
    return report;
  }

 private:
  Result<BuildReport> solve_and_write(BuildLog& log) try {
    BackgroundWriter writer(variant_, options_, distances_, log);
    writer_ = &writer;
    Result<void> solved = distances_.prepare();
    if (solved) solved = solve_all();
    while (writer.is_writing()) {
      meter_.report("writing");
      writer.wait_for_one();
    }
    MILLSTONE_TRY(writer.wait_for_all());
    drop_distances();
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
    distances_.claim(closure(variant_, options_.roots));
    MILLSTONE_TRY(work_.look());
    MILLSTONE_TRY(work_.check_budget(budget_));
    for (const PlannedSubspace& row : work_.plan().subspaces)
      if (!work_.found().contains(row.subspace)) meter_.add(row);
    if (!options_.check_space) return {};
    return check_free_space(options_.directory, work_.bytes_to_write());
  }

  Result<void> solve_all() {
    const SubspaceLocks locks(options_.directory / kBuildLogName);
    drop_old_checkpoints(locks);
    for (std::size_t next = 0; next < work_.to_do().size(); ++next) {
      const Subspace subspace = work_.to_do()[next].subspace;
      auto lock = MILLSTONE_TRY(wait_for_lock(locks, subspace));
      // Another build may have had it in the meantime.
      auto there = MILLSTONE_TRY(work_.look_again(subspace));
      if (!there) MILLSTONE_TRY(solve_next(next, std::move(lock)));
      for (const Subspace& one : solved_together(variant_, subspace)) meter_.solved(one);
      drop_distances();
    }
    return {};
  }

  /// Removes what a run left that was killed after the last file was there.
  void drop_old_checkpoints(const SubspaceLocks& locks) {
    for (const auto& entry : work_.found()) {
      const Subspace& subspace = entry.first;
      const bool to_do = std::any_of(work_.to_do().begin(), work_.to_do().end(),
                                     [&](const auto& one) { return one.subspace == subspace; });
      if (to_do) continue;  // its mirror is missing
      if (const auto lock = locks.try_lock(subspace)) remove_checkpoint(checkpoint_path(subspace));
    }
  }

  /// Lets go of the distances that only what is on disk by now was made of.
  void drop_distances() {
    if (options_.distances) return;  // they are files of the database
    distances_.keep_only(work_.inputs_left(writer_->written()));
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

  Result<void> solve_next(std::size_t next, SubspaceLocks::Lock lock) {
    const Subspace subspace = work_.to_do()[next].subspace;
    make_room(next);
    meter_.report("solving " + subspace.text());
    const auto start = Clock::now();
    Checkpoint checkpoint(checkpoint_path(subspace), variant_, subspace,
                          options_.checkpoint_seconds, options_.note);
    auto solved = arena_.execute([&] { return solve(subspace, checkpoint); });
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

  Result<std::vector<SolvedSubspace>> solve(const Subspace& subspace, Checkpoint& checkpoint) {
    SolveOptions solve_options;
    solve_options.checkpoint = &checkpoint;
    solve_options.longest_win = options_.longest_win;
    solve_options.pool = pool_;
    solve_options.kernels = options_.kernels;
    solve_options.stop = options_.stop;
    solve_options.memory = solve_memory_;
    const KeyProvider inputs = [&](const Subspace& wanted, BlockRange part) {
      return table(wanted, part);
    };
    auto pair = solve_subspace(variant_, subspace, inputs, solve_options);
    if (!pair && pair.error().code == ErrorCode::kInterrupted) return stopped();
    return pair;
  }

  /// Keys of a finished subspace: still in memory, or as many as are asked for from its files.
  Result<std::shared_ptr<const KeyTable>> table(const Subspace& subspace, BlockRange part) {
    if (auto kept = tables_.find(subspace)) return kept;
    const KeyFiles files{options_.directory / file_name(subspace, Metric::kValue),
                         distances_.path(subspace)};
    return load_keys(files, variant_, subspace, part, pool_);
  }

  void accept(SolvedSubspace solved, double seconds, const std::shared_ptr<Ticket>& ticket) {
    if (work_.found().contains(solved.subspace)) {  // its mirror was missing, not this one
      ticket->one_written();
      return;
    }
    tables_.put(solved.subspace, solved.keys);
    const Subspace subspace = solved.subspace;
    const bool with_distances = options_.distances || work_.is_input(subspace);
    writer_->submit(std::move(solved), seconds, with_distances, [this, ticket, subspace] {
      meter_.written(subspace);
      ticket->one_written();
    });
  }

  /// Makes the budget hold for the next pair: lets go of tables no later pair needs, then of those
  /// this pair does not need (they can be read again), then waits for files to be written.
  void make_room(std::size_t next) {
    const std::uint64_t need = work_.to_do()[next].memory;
    const std::set<Subspace> inputs = work_.inputs_of(next, 1);
    const auto held = [&] {
      const auto kept = [&](const Subspace& subspace) { return tables_.find(subspace) != nullptr; };
      return tables_.bytes_without(inputs) + writer_->pending_bytes(kept);
    };
    tables_.keep_only(work_.inputs_of(next, work_.to_do().size()));
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
    const std::uint64_t kept = held() + tables_.bytes_of(inputs);
    solve_memory_ = budget_ - kept;
    const std::uint64_t used = kept + std::min(need, solve_memory_);
    pool_->limit(budget_ - used);
    peak_ = std::max(peak_, used);
  }

  BuildReport make_report() {
    BuildReport report;
    std::map<Subspace, BuiltSubspace> rows = writer_->written();
    rows.insert(work_.found().begin(), work_.found().end());
    for (const PlannedSubspace& planned : work_.plan().subspaces)
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
  InputDistances distances_;
  WorkList work_;
  BuildMeter meter_;
  std::uint64_t solve_memory_ = 0;  // what the next solve may hold
  std::uint64_t peak_ = 0;
};

}  // namespace

Result<BuildReport> build_database(const Variant& variant, const BuildOptions& options) {
  return DatabaseBuild(variant, options).run();
}

}  // namespace millstone
