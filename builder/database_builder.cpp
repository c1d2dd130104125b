#include "builder/database_builder.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <thread>

#include "base/machine.h"
#include "base/timing.h"
#include "builder/solver/solver.h"
#include "builder/store/store.h"

namespace mill {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLockInterval{100};

/// What is held until all files of subspaces that were solved together are there. Then the
/// checkpoint has served, and another build may look for them.
class Ticket {
 public:
  Ticket(SubspaceLocks::Lock lock, std::filesystem::path checkpoint, std::size_t files)
      : lock_(std::move(lock)), checkpoint_(std::move(checkpoint)), left_(files) {}

  void one_written() {
    if (--left_ == 0) remove_checkpoints(checkpoint_);
  }

 private:
  SubspaceLocks::Lock lock_;
  std::filesystem::path checkpoint_;
  std::atomic<std::size_t> left_;
};

/// What a build is made of: nothing here but the pool changes hands, and each has its own state.
struct BuildParts {
  const Variant& variant;
  const BuildOptions& options;
  const std::uint64_t budget;  ///< bytes
  const std::shared_ptr<ByteArrayPool> pool;
  WorkList& work;
  InputDistances& distances;
  BuildMeter& meter;
};

/// The order of the plan, and the log, of a process that builds alone.
class WholeBuild final : public PairSource {
 public:
  WholeBuild(const WorkList& work, BuildLog& log) : work_(work), log_(log) {}

  Result<Next> next(const std::function<Result<void>()>&) override {
    if (next_ == work_.to_do().size()) return Next{};
    return Next{work_.to_do()[next_++].subspace, {}};
  }

  void written(const BuiltSubspace& subspace) override { log_.finished(subspace); }
  void found(const Subspace&) override {}

 private:
  const WorkList& work_;
  BuildLog& log_;
  std::size_t next_ = 0;
};

tl::unexpected<Error> stopped() {
  return fail(ErrorCode::kInterrupted,
              "stopped; finished subspaces are kept, the same command goes on from here");
}

std::filesystem::path checkpoint_path(const BuildOptions& options, const Subspace& subspace) {
  const bool elsewhere = !options.temp_directory.empty();
  return (elsewhere ? options.temp_directory : options.directory) /
         (subspace.text() + ".checkpoint");
}

Result<void> prepare(const BuildParts& parts) {
  return prepare_build(parts.variant, parts.options, parts.budget, parts.distances, parts.work,
                       parts.meter);
}

/// Removes what a run left that was killed after the last file was there.
void drop_old_checkpoints(const BuildParts& parts, const SubspaceLocks& locks) {
  const auto& to_do = parts.work.to_do();
  for (const auto& entry : parts.work.found()) {
    const Subspace& subspace = entry.first;
    // Where it is to do all the same its mirror is missing.
    if (std::any_of(to_do.begin(), to_do.end(),
                    [&](const auto& one) { return one.subspace == subspace; }))
      continue;
    if (const auto lock = locks.try_lock(subspace))
      remove_checkpoints(checkpoint_path(parts.options, subspace));
  }
}

/// Lets go of the distances that only what is on disk by now was made of.
void drop_distances(const BuildParts& parts, const BackgroundWriter& writer) {
  if (parts.options.distances) return;  // they are files of the database
  parts.distances.keep_only(parts.work.inputs_left(writer.written()));
}

/// Whether nothing has happened for which a build ends.
Result<void> may_go_on(const BuildParts& parts, const BackgroundWriter& writer) {
  if (parts.options.control.stop.is_set()) return stopped();
  if (const auto failure = writer.failure()) return tl::unexpected(*failure);
  return {};
}

/// Takes the lock of a subspace, as soon as another build lets go of it.
Result<SubspaceLocks::Lock> wait_for_lock(const BuildParts& parts, const BackgroundWriter& writer,
                                          const SubspaceLocks& locks, const Subspace& subspace) {
  for (;;) {
    MILLSTONE_TRY(may_go_on(parts, writer));
    if (SubspaceLocks::Lock lock = locks.try_lock(subspace)) return lock;
    parts.meter.report("waiting for another build of " + subspace.text());
    std::this_thread::sleep_for(kLockInterval);
  }
}

/// What a solve may hold, and what is held in all while it does.
struct MemoryShare {
  std::uint64_t solve, total;
};

/// Makes the budget hold for a row of the work: lets go of tables that no later row needs, then of
/// those that this one does not need (they can be read again), then waits for files to be written.
/// @param members  who solve the row together
MemoryShare make_room(const BuildParts& parts, std::size_t row, int members, TableStore& tables,
                      BackgroundWriter& writer) {
  const std::uint64_t budget = parts.budget;
  const std::uint64_t need =
      solve_memory(parts.variant, parts.work.to_do()[row].subspace, members).usual;
  const std::set<Subspace> inputs = parts.work.inputs_of(row, 1);
  const auto held = [&] {
    const auto kept = [&](const Subspace& subspace) { return tables.find(subspace) != nullptr; };
    return tables.bytes_without(inputs) + writer.pending_bytes(kept);
  };
  tables.keep_only(parts.work.inputs_of(row, parts.work.to_do().size()));
  if (held() + need > budget) tables.keep_only(inputs);
  while (held() + need > budget && held() > 0) writer.wait_for_one();
  // The inputs stay all through the solving of a pair if they are kept here; where that is too much
  // they are read from their files when it is their turn.
  if (held() + tables.bytes_without({}) + need > budget) {
    tables.keep_only({});
    while (writer.pending_bytes([](const Subspace&) { return false; }) > 0) writer.wait_for_one();
  }
  // `need` counts an input in turn; those that are kept stay beside whatever else the solve holds.
  const std::uint64_t kept = held() + tables.bytes_of(inputs);
  const std::uint64_t solve = budget - kept;
  return {solve, kept + std::min(need, solve)};
}

/// How a subspace is solved, but for the checkpoint and the memory.
/// @param team  who solve it together; null: this process alone
SolveOptions solve_options(const BuildParts& parts, const Subspace& subspace, SolverTeam* team) {
  SolveOptions options;
  options.team = team;
  options.share_unit = blocks_per_file_block(parts.variant, subspace);
  options.longest_win = parts.options.longest_win;
  options.pool = parts.pool;
  options.kernels = parts.options.kernels;
  options.stop = parts.options.control.stop;
  return options;
}

/// Solves a subspace, with its mirror in a pair. Inputs are tables still in memory, or as much as
/// is asked for from their files.
Result<std::vector<SolvedSubspace>> solve(const BuildParts& parts, const Subspace& subspace,
                                          const SolveOptions& options, const TableStore& tables) {
  const InputProvider inputs = [&](const Subspace& wanted,
                                   BlockRange part) -> Result<std::shared_ptr<const OutcomeTable>> {
    if (auto kept = tables.find(wanted)) return kept;
    const OutcomeFiles files{parts.options.directory / file_name(wanted, Metric::kValue),
                             parts.distances.path(wanted)};
    return load_outcomes(files, parts.variant, wanted, part, parts.pool);
  };
  auto solved = solve_subspace(parts.variant, subspace, inputs, options);
  if (!solved && solved.error().code == ErrorCode::kInterrupted) return stopped();
  return solved;
}

/// Hands what is solved to the writer, and keeps the tables.
/// @param seconds  what each side took
void write(const BuildParts& parts, std::vector<SolvedSubspace> solved, double seconds,
           const std::shared_ptr<Ticket>& ticket, PairSource& source, TableStore& tables,
           BackgroundWriter& writer) {
  for (SolvedSubspace& side : solved) {
    const Subspace subspace = side.subspace;
    if (parts.work.found().contains(subspace)) {  // its mirror was missing, not this one
      ticket->one_written();
      continue;
    }
    tables.put(subspace, side.outcomes);
    const bool with_distances = parts.options.distances || parts.work.is_input(subspace);
    writer.submit(std::move(side), seconds, with_distances,
                  [&meter = parts.meter, &source, ticket](const BuiltSubspace& built) {
                    source.written(built);
                    meter.written(built.subspace);
                    ticket->one_written();
                  });
  }
}

/// The row of the work that a subspace, or its partner, is solved in; none if it was there before.
std::optional<std::size_t> row_of(const WorkList& work, const Subspace& subspace) {
  const auto& to_do = work.to_do();
  const auto row = std::ranges::find_if(to_do, [&](const PlannedSubspace& planned) {
    return planned.subspace == subspace || planned.partner == subspace;
  });
  if (row == to_do.end()) return std::nullopt;
  return static_cast<std::size_t>(row - to_do.begin());
}

Checkpoint checkpoint_of(const BuildParts& parts, const Subspace& subspace,
                         const SolveOptions& options) {
  const BlockRange share = shares_of(parts.variant, subspace, options).own();
  return {checkpoint_path(parts.options, subspace),
          parts.variant,
          subspace,
          parts.options.checkpoint_seconds,
          parts.options.note,
          {share, block_count(parts.variant, subspace), options.team}};
}

/// What goes on from one pair to the next.
struct BuildState {
  oneapi::tbb::task_arena arena;
  const SubspaceLocks locks;
  TableStore tables{};
  std::uint64_t peak = 0;  ///< most bytes that were held at a time
};

/// Solves a row of the work with so much memory as there is, on all threads.
Result<std::vector<SolvedSubspace>> solve_row(const BuildParts& parts, std::size_t row,
                                              SolveOptions options, BuildState& state,
                                              BackgroundWriter& writer) {
  const Subspace subspace = parts.work.to_do()[row].subspace;
  const MemoryShare memory = make_room(parts, row, size_of(options.team), state.tables, writer);
  options.memory_limit = memory.solve;
  parts.pool->limit(parts.budget - memory.total);
  state.peak = std::max(state.peak, memory.total);
  parts.meter.report("solving " + subspace.text());
  return state.arena.execute([&] { return solve(parts, subspace, options, state.tables); });
}

/// Solves a row and hands it to the writer, unless another build has had it in the meantime.
Result<void> build_alone(const BuildParts& parts, std::size_t row, PairSource& source,
                         BuildState& state, BackgroundWriter& writer) {
  const Subspace subspace = parts.work.to_do()[row].subspace;
  auto lock = MILLSTONE_TRY(wait_for_lock(parts, writer, state.locks, subspace));
  if (MILLSTONE_TRY(parts.work.look_again(subspace))) return {};
  SolveOptions options = solve_options(parts, subspace, nullptr);
  Checkpoint checkpoint = checkpoint_of(parts, subspace, options);
  options.checkpoint = &checkpoint;
  const auto start = Clock::now();
  auto solved = MILLSTONE_TRY(solve_row(parts, row, options, state, writer));
  const double seconds = seconds_since(start) / static_cast<double>(solved.size());
  const auto ticket = std::make_shared<Ticket>(std::move(lock), checkpoint.path(), solved.size());
  write(parts, std::move(solved), seconds, ticket, source, state.tables, writer);
  return {};
}

/// The same for a member of a team: its first one holds the lock and tells what is there.
Result<void> build_by_team(const BuildParts& parts, std::size_t row, SolverTeam& team,
                           PairSource& source, BuildState& state, BackgroundWriter& writer) {
  const Subspace subspace = parts.work.to_do()[row].subspace;
  const bool leads = team.member() == 0;
  SubspaceLocks::Lock lock;
  bool there = false;
  if (leads) {
    lock = MILLSTONE_TRY(wait_for_lock(parts, writer, state.locks, subspace));
    there = MILLSTONE_TRY(parts.work.look_again(subspace));
  }
  if (MILLSTONE_TRY(largest_of(&team, there)) != 0) return {};
  SolveOptions options = solve_options(parts, subspace, &team);
  Checkpoint checkpoint = checkpoint_of(parts, subspace, options);
  options.checkpoint = &checkpoint;
  const auto start = Clock::now();
  const auto solved = MILLSTONE_TRY(solve_row(parts, row, options, state, writer));
  const double seconds = seconds_since(start) / static_cast<double>(solved.size());
  for (const SolvedSubspace& side : solved) {
    const bool found = leads && parts.work.found().contains(side.subspace);
    if (MILLSTONE_TRY(largest_of(&team, found)) != 0) continue;  // its mirror was missing
    const bool with_distances = parts.options.distances || parts.work.is_input(side.subspace);
    parts.meter.report("writing " + side.subspace.text());
    BuiltSubspace built = MILLSTONE_TRY(state.arena.execute([&] {
      return write_by_team(team, parts.variant, parts.options, parts.distances, side,
                           with_distances);
    }));
    built.seconds += seconds;
    if (leads) source.written(built);
    parts.meter.written(side.subspace);
  }
  if (leads) remove_checkpoints(checkpoint_path(parts.options, subspace));
  return {};
}

/// Works through all that the source hands out. Returns the most bytes that were held at a time.
Result<std::uint64_t> solve_all(const BuildParts& parts, PairSource& source,
                                BackgroundWriter& writer) {
  BuildState state{oneapi::tbb::task_arena(parts.options.threads),
                   SubspaceLocks(parts.options.directory / kBuildLogName)};
  drop_old_checkpoints(parts, state.locks);
  for (;;) {
    const PairSource::Next next =
        MILLSTONE_TRY(source.next([&] { return may_go_on(parts, writer); }));
    for (const Subspace& finished : next.finished) MILLSTONE_TRY(parts.work.look_again(finished));
    if (!next.pair) return state.peak;
    const std::optional<std::size_t> row = row_of(parts.work, *next.pair);
    if (row && next.team)
      MILLSTONE_TRY(build_by_team(parts, *row, *next.team, source, state, writer));
    else if (row)
      MILLSTONE_TRY(build_alone(parts, *row, source, state, writer));
    for (const Subspace& one : solved_together(parts.variant, *next.pair)) {
      if (row) parts.meter.solved(one);
      if (!row || parts.work.found().contains(one)) source.found(one);
    }
    drop_distances(parts, writer);
  }
}

BuildReport make_report(const BuildParts& parts, const std::map<Subspace, BuiltSubspace>& written,
                        std::uint64_t peak) {
  BuildReport report;
  std::map<Subspace, BuiltSubspace> rows = written;
  rows.insert(parts.work.found().begin(), parts.work.found().end());
  for (const PlannedSubspace& planned : parts.work.plan().subspaces)
    report.subspaces.push_back(rows.at(planned.subspace));
  report.seconds = parts.meter.seconds();
  report.peak_memory = peak;
  return report;
}

/// What solving came to, and what was written meanwhile.
struct WorkDone {
  std::uint64_t peak = 0;  ///< bytes of tables held at a time
  std::map<Subspace, BuiltSubspace> written;
};

Result<WorkDone> solve_and_write(const BuildParts& parts, PairSource& source) try {
  BackgroundWriter writer(parts.variant, parts.options, parts.distances);
  Result<std::uint64_t> peak = 0;
  if (auto ready = parts.distances.prepare(); ready)
    peak = solve_all(parts, source, writer);
  else
    peak = tl::unexpected(ready.error());
  // What is solved is written whatever has happened since.
  while (writer.is_writing()) {
    parts.meter.report("writing");
    writer.wait_for_one();
  }
  MILLSTONE_TRY(writer.wait_for_all());
  drop_distances(parts, writer);
  return WorkDone{MILLSTONE_TRY(peak), writer.written()};
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::kNotEnoughMemory,
              "the machine has not enough memory left; give less with --memory");
}

/// Has `work` done with what a build is made of, once the directory has been looked at.
template <typename Work>
auto with_parts(const Variant& variant, const BuildOptions& options, Work&& work)
    -> decltype(work(std::declval<const BuildParts&>())) {
  const oneapi::tbb::global_control limit(oneapi::tbb::global_control::max_allowed_parallelism,
                                          static_cast<std::size_t>(options.threads));
  InputDistances distances(variant, options);
  WorkList list(variant, options, distances);
  BuildMeter meter(options.control.progress);
  const BuildParts parts{variant,
                         options,
                         options.memory_budget ? options.memory_budget : usual_memory_budget(),
                         std::make_shared<ByteArrayPool>(options.memory_budget != 0),
                         list,
                         distances,
                         meter};
  MILLSTONE_TRY(prepare(parts));
  return work(parts);
}

}  // namespace

Result<std::uint64_t> build_share(const Variant& variant, const BuildOptions& options,
                                  PairSource& source) {
  return with_parts(variant, options, [&](const BuildParts& parts) -> Result<std::uint64_t> {
    return MILLSTONE_TRY(solve_and_write(parts, source)).peak;
  });
}

Result<BuildReport> build_database(const Variant& variant, const BuildOptions& options) {
  return with_parts(variant, options, [&](const BuildParts& parts) -> Result<BuildReport> {
    // Only now: a build that is refused leaves the directory as it was.
    BuildLog log(options.directory);
    log.started(variant, options, parts.work.plan().subspaces.size(), parts.work.found().size(),
                parts.budget);
    WholeBuild source(parts.work, log);
    const auto done = solve_and_write(parts, source);
    if (!done) {
      log.broken_off(parts.meter.seconds(), done.error());
      return tl::unexpected(done.error());
    }
    BuildReport report = make_report(parts, done->written, done->peak);
    log.ended(report.seconds, report.peak_memory);
    return report;
  });
}

}  // namespace mill
