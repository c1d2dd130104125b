#include "builder/solver/pair_solver.h"

#include "builder/solver/gathering.h"
#include "builder/solver/initialisation.h"
#include "builder/solver/level_solver.h"
#include "builder/solver/solve_memory.h"
#include "builder/solver/table_counts.h"

namespace mill {
namespace {

/// What stays the same while a pair is solved.
struct PairTask {
  const Variant& variant;
  const Subspace major_first;
  const InputProvider& inputs;
  const SolveOptions& options;
  const std::shared_ptr<const BlockGeometry> geometry;
  const BlockShares shares;
  const MajorMoves moves;  ///< of the blocks of the share
  ScratchPool scratch;
  const std::vector<SideContext> sides;  ///< the major one, then the minor unless they are the same

  PairTask(const Variant& v, const Subspace& subspace, const InputProvider& i,
           const SolveOptions& o)
      : variant(v),
        major_first(subspace.own_is_major() ? subspace : subspace.mirror()),
        inputs(i),
        options(o),
        geometry(std::make_shared<const BlockGeometry>(Numbering::make(v, major_first))),
        shares(shares_of(v, major_first, o)),
        moves(geometry->major(), shares.own(),
              flies(v.rules, major_first.own, major_first.own_hand)),
        sides(contexts()) {}

  /// Bytes for inputs while so many tables are held.
  std::uint64_t memory_for_inputs(const DistanceWindow& window, std::size_t tables) const {
    if (options.smallest_parts) return 0;
    const auto left = window.index == 0 ? input_memory : window_input_memory;
    return left(variant, major_first, options.memory_limit, tables, size_of(options.team));
  }

 private:
  std::vector<SideContext> contexts() {
    const Kernels& kernels = options.kernels ? *options.kernels : best_kernels();
    std::vector<SideContext> result;
    for (const Subspace& subspace : solved_together(variant, major_first))
      result.push_back({variant, subspace, geometry, shares.own(), &moves, kernels, options.pool,
                        scratch, options.stop, options.team});
    return result;
  }
};

using Sides = std::vector<std::unique_ptr<SideState>>;

/// How far a pair has come: all that a checkpoint keeps.
struct PairProgress {
  Sides sides;  ///< those that are initialised
  /// Of the next side; kept once a group is in it. Where quiet turns lead back, no conversion keeps
  /// the turn.
  std::optional<BestSuccessors<NextSideByte>> gathering;
  SolveStage stage;

  template <typename Byte>
  std::vector<std::span<Byte>> arrays() {
    std::vector<std::span<Byte>> list;
    for (const auto& side : sides) {
      list.push_back(side->provisional.bytes());
      list.push_back({side->counters.data(), side->provisional.bytes().size()});
    }
    if (stage.groups > 0) list.push_back(gathering->bytes());
    return list;
  }
};

/// Goes on from the checkpoint, if there is one.
Result<PairProgress> restore(const PairTask& task) {
  SolveCheckpoint* const checkpoint = task.options.checkpoint;
  const auto saved = checkpoint ? checkpoint->find() : std::nullopt;
  if (!saved || saved->sides > task.sides.size()) return PairProgress{};
  PairProgress progress;
  progress.stage = *saved;
  for (std::uint32_t i = 0; i < saved->sides; ++i) {
    auto side = MILLSTONE_TRY(make_side_to_restore(task.sides[i]));
    progress.sides.push_back(std::move(side));
  }
  if (saved->groups > 0)
    progress.gathering =
        MILLSTONE_TRY(BestSuccessors<NextSideByte>::make(task.sides[saved->sides]));
  if (!checkpoint->load(progress.arrays<std::uint8_t>())) return PairProgress{};
  for (std::size_t i = 0; i < progress.sides.size(); ++i)
    restore_side(task.sides[i], *progress.sides[i]);
  return progress;
}

/// Gathers and initialises one side more.
Result<void> start_next_side(const PairTask& task, PairProgress& progress,
                             const std::function<void()>& save) {
  const SideContext& next = task.sides[progress.sides.size()];
  const DistanceWindow window{task.options.longest_win};
  const std::size_t tables = 1 + 2 * progress.sides.size();
  if (!progress.gathering)
    progress.gathering = MILLSTONE_TRY(BestSuccessors<NextSideByte>::make(next));
  MILLSTONE_TRY(gather_conversions(next, task.inputs, task.memory_for_inputs(window, tables),
                                   *progress.gathering, progress.stage.groups, save));
  auto gathered = std::move(*progress.gathering);
  progress.gathering.reset();
  progress.stage.groups = 0;
  auto side = MILLSTONE_TRY(initialise(next, window, std::move(gathered)));
  progress.sides.push_back(std::move(side));
  progress.stage.sides = static_cast<std::uint32_t>(progress.sides.size());
  return {};
}

/// Works through the levels of a window; whether there are distances left for a later one.
Result<bool> work_through_levels(const PairTask& task, const Sides& sides, int longest_win,
                                 std::uint32_t& distance, const std::function<void()>& save) {
  LevelSolver levels(task.sides.back(), task.shares, task.moves, *sides[0],
                     sides.size() > 1 ? sides[1].get() : nullptr);
  return levels.run(distance, longest_win, save);
}

/// All that a byte can tell; whether there are distances left for a later window.
Result<bool> solve_first_window(const PairTask& task, PairProgress& progress,
                                const std::function<void()>& save) {
  while (progress.sides.size() < task.sides.size())
    MILLSTONE_TRY(start_next_side(task, progress, save));
  return work_through_levels(task, progress.sides, task.options.longest_win,
                             progress.stage.distance, save);
}

/// The tables of windows that are done with, by side.
using FinishedTables = std::vector<std::vector<OutcomeTable>>;

/// Brings all sides to the next window.
Result<void> start_window(const PairTask& task, const DistanceWindow& window, Sides& sides,
                          FinishedTables& finished) {
  for (std::size_t i = 0; i < sides.size(); ++i) {
    std::size_t tables = 1 + 2 * sides.size();
    for (const auto& of_side : finished) tables += of_side.size();
    const SideContext& context = task.sides[i];
    auto best = MILLSTONE_TRY(BestSuccessors<NextSideByte>::make(context));
    std::uint32_t groups_done = 0;
    MILLSTONE_TRY(gather_conversions(context, inputs_in_window(task.inputs, window, context),
                                     task.memory_for_inputs(window, tables), best, groups_done,
                                     [] {}));
    NextWindow next = initialise_next_window(context, window, std::move(sides[i]), std::move(best));
    finished[i].push_back(std::move(next.finished));
    sides[i] = std::move(next.side);
  }
  return {};
}

/// Goes on with distances beyond a byte, window by window. There is memory for the first of them.
Result<void> solve_later_windows(const PairTask& task, Sides& sides, FinishedTables& finished) {
  for (DistanceWindow window = DistanceWindow{task.options.longest_win}.next();;
       window = window.next()) {
    MILLSTONE_TRY(start_window(task, window, sides, finished));
    auto distance = static_cast<std::uint32_t>(window.first_level());
    if (!MILLSTONE_TRY(work_through_levels(task, sides, window.longest_win, distance, [] {})))
      return {};
    const auto done = static_cast<std::uint64_t>(window.index) + 1;
    MILLSTONE_TRY(check_window_memory(task.variant, task.major_first, done,
                                      task.options.memory_limit, size_of(task.options.team)));
  }
}

/// Puts the windows of one side together and counts.
Result<SolvedSubspace> finish(const PairTask& task, const SideContext& context,
                              std::vector<OutcomeTable> tables, std::uint64_t memory) {
  const DistanceWindow first{task.options.longest_win};
  auto joined = MILLSTONE_TRY(join_windows(std::move(tables), first, context.scratch, memory));
  auto outcomes = std::make_shared<const OutcomeTable>(std::move(joined));
  const auto counts = MILLSTONE_TRY(joined_counts(task.options.team, count_classes(*outcomes)));
  return SolvedSubspace{context.subspace, std::move(outcomes), counts};
}

Result<std::vector<SolvedSubspace>> finish_all(const PairTask& task, Sides sides,
                                               FinishedTables finished) {
  for (std::size_t i = 0; i < sides.size(); ++i)
    finished[i].push_back(decide_draws(task.sides[i], *sides[i]));
  const std::size_t windows = finished.front().size();
  const std::uint64_t memory =
      input_memory(task.variant, task.major_first, task.options.memory_limit,
                   windows * sides.size(), size_of(task.options.team));
  std::vector<SolvedSubspace> solved;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    auto side =
        MILLSTONE_TRY(finish(task, task.sides[i], std::move(finished[i]), memory / sides.size()));
    solved.push_back(std::move(side));
  }
  return solved;
}

}  // namespace

Result<std::vector<SolvedSubspace>> solve_pair(const Variant& variant, const Subspace& subspace,
                                               const InputProvider& inputs,
                                               const SolveOptions& options) {
  const PairTask task(variant, subspace, inputs, options);
  auto progress = MILLSTONE_TRY(restore(task));
  // A checkpoint that cannot be written costs nothing but safety: the solve goes on. Of later
  // windows, which few games have, there is none.
  const auto save = [&](bool stopping) {
    if (options.checkpoint && options.checkpoint->is_due(stopping))
      (void)options.checkpoint->save(progress.stage, progress.arrays<const std::uint8_t>());
  };
  auto more = solve_first_window(task, progress, [&] { save(false); });
  if (more && *more)
    if (auto fits = check_window_memory(variant, task.major_first, 1, options.memory_limit,
                                        size_of(options.team));
        !fits)
      more = tl::unexpected(fits.error());
  if (!more) {
    // A member of a team that fails is missed by the others, which cannot save without it.
    if (!options.team || more.error().code == ErrorCode::kInterrupted) save(true);
    return tl::unexpected(more.error());
  }
  FinishedTables finished(progress.sides.size());
  if (*more) MILLSTONE_TRY(solve_later_windows(task, progress.sides, finished));
  return finish_all(task, std::move(progress.sides), std::move(finished));
}

}  // namespace mill
