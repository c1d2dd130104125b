#include "builder/solver/level_solver.h"

#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>

namespace mill {
namespace {

// Below so many positions per group, sliding them one by one costs less than sliding whole groups.
constexpr std::size_t kFewPerGroup = 6;

// A share is worked through in so many steps, where each has so many tasks for every thread.
constexpr std::uint32_t kStepsPerShare = 64;
constexpr std::uint32_t kTasksPerThread = 4;

bool is_loss(int distance) { return distance % 2 == 0; }

/// Writes the ranks of a group's bits; returns how many.
std::uint32_t write_group_ranks(const GroupBits& entry, std::uint32_t* out) {
  std::uint32_t written = 0;
  for (std::uint64_t bits = entry.bits; bits; bits &= bits - 1)
    out[written++] = entry.group * kGroupSize + static_cast<std::uint32_t>(std::countr_zero(bits));
  return written;
}

OutcomeByte outcome_byte_at(int distance) {
  return is_loss(distance) ? loss_byte(distance) : win_byte(distance);
}

}  // namespace

LevelSolver::LevelSolver(const SideContext& minor_context, const BlockShares& shares,
                         const MajorMoves& moves, SideState& major_side, SideState* minor_side,
                         const SolveOptions& options)
    : minor_context_(minor_context),
      geometry_(minor_context.geometry),
      shares_(shares),
      share_(shares.own()),
      moves_(moves),
      major_side_(major_side),
      minor_side_(minor_side),
      options_(options),
      scratch_(minor_context.scratch),
      kernels_(minor_context.kernels),
      minor_frontier_(geometry_, options.pool) {}

template <typename Work>
void LevelSolver::for_each_of(BlockRange blocks, Work&& work) {
  for_each_block(blocks, scratch_, [&](std::uint32_t block, Scratch& scratch) {
    scratch.fit(*geometry_);
    work(block, scratch);
  });
}

/// Works through the share step by step, so that messages are taken meanwhile; each step has work
/// for all threads.
template <typename Step>
Result<void> LevelSolver::for_steps_of_share(Step&& step) {
  const auto threads = static_cast<std::uint32_t>(oneapi::tbb::this_task_arena::max_concurrency());
  const std::uint32_t size =
      std::max(share_.count() / kStepsPerShare, kTasksPerThread * kBlocksPerTask * threads);
  return for_each_step(share_, size, step);
}

Result<bool> LevelSolver::run(std::uint32_t& next_distance, int longest_win,
                              const std::function<void()>& after_level) {
  if (!minor_frontier_.valid())
    return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for the frontier");
  if (options_.team) {
    exchange_ = MILLSTONE_TRY(FrontierExchange::make(*options_.team, shares_, geometry_, moves_));
    transposed_.emplace(*options_.team, shares_, geometry_);
  }
  for (;; ++next_distance, after_level()) {
    const int distance = static_cast<int>(next_distance);
    const Next next = MILLSTONE_TRY(agree_on_next(distance, longest_win));
    if (next == Next::kStop) return fail(ErrorCode::kInterrupted, "stopped");
    if (next != Next::kLevel) return next == Next::kLaterWindow;
    MILLSTONE_TRY(work_on_level(distance));
  }
}

Result<LevelSolver::Next> LevelSolver::agree_on_next(int distance, int longest_win) {
  int pending = major_side_.levels.longest_pending();
  if (minor_side_) pending = std::max(pending, minor_side_->levels.longest_pending());
  Next next = Next::kEnd;
  if (pending >= distance) next = distance > longest_win ? Next::kLaterWindow : Next::kLevel;
  if (next == Next::kLevel && options_.stop.is_set()) next = Next::kStop;
  const auto number = static_cast<std::uint64_t>(next);
  return static_cast<Next>(MILLSTONE_TRY(largest_of(options_.team, number)));
}

Result<void> LevelSolver::work_on_level(int distance) {
  if (minor_side_)
    gather_minor_frontier(distance);
  else
    MILLSTONE_TRY(transpose_frontier(distance));
  if (exchange_)
    MILLSTONE_TRY(step_back_while_frontiers_travel(distance));
  else
    for_each_of(share_, [&](std::uint32_t block, Scratch& scratch) {
      pull_into_major(block, distance, scratch);
      if (minor_side_) slide_minor(block, distance, scratch);
    });
  major_side_.levels.drop(outcome_byte_at(distance));
  if (minor_side_) minor_side_->levels.drop(outcome_byte_at(distance));
  return {};
}

/// What needs no frontier of others comes first.
Result<void> LevelSolver::step_back_while_frontiers_travel(int distance) {
  MILLSTONE_TRY(exchange_->start(minor_frontier_));
  MILLSTONE_TRY(for_steps_of_share([&](BlockRange step) {
    for_each_of(step, [&](std::uint32_t block, Scratch& scratch) {
      if (!exchange_->pulls_from_others(block)) pull_into_major(block, distance, scratch);
      if (minor_side_) slide_minor(block, distance, scratch);
    });
    return exchange_->take_arrived();
  }));
  MILLSTONE_TRY(exchange_->finish());
  for_each_of(share_, [&](std::uint32_t block, Scratch& scratch) {
    if (exchange_->pulls_from_others(block)) pull_into_major(block, distance, scratch);
  });
  return {};
}

bool LevelSolver::find_frontier(SideState& side, std::uint32_t block, int distance,
                                std::vector<GroupBits>& frontier) const {
  frontier.clear();
  const std::uint64_t* marks = side.levels.find(outcome_byte_at(distance), block);
  if (!marks) return false;
  const std::uint8_t* outcomes = side.provisional.block(block);
  const std::uint8_t* counters = is_loss(distance) ? side.block_counters(block) : nullptr;
  for_each_group(marks, side.levels.words_per_block(), [&](std::uint32_t group) {
    const std::size_t first = std::size_t{group} * kGroupSize;
    const std::uint64_t bits = kernels_.match(
        outcomes + first, counters ? counters + first : nullptr, outcome_byte_at(distance));
    if (bits) frontier.push_back({group, bits});
  });
  return !frontier.empty();
}

void LevelSolver::gather_minor_frontier(int distance) {
  for_each_of(share_, [&](std::uint32_t block, Scratch& scratch) {
    find_frontier(*minor_side_, block, distance, scratch.frontier);
    minor_frontier_.publish(block, scratch.frontier);
  });
}

Result<void> LevelSolver::transpose_frontier(int distance) {
  for_each_of(share_, [&](std::uint32_t block, Scratch&) { minor_frontier_.withdraw(block); });
  if (transposed_)
    MILLSTONE_TRY(transpose_with_others(distance));
  else
    transpose_blocks(share_, distance);
  for_each_of(share_, [&](std::uint32_t block, Scratch&) { minor_frontier_.publish_added(block); });
  return {};
}

/// The same for a team: positions of other shares travel while the next are transposed.
Result<void> LevelSolver::transpose_with_others(int distance) {
  transposed_->start([&](auto blocks, auto ranks) { add_transposed(blocks, ranks); });
  MILLSTONE_TRY(for_steps_of_share([&](BlockRange step) {
    transpose_blocks(step, distance);
    return transposed_->send_and_take();
  }));
  return transposed_->finish();
}

void LevelSolver::transpose_blocks(BlockRange blocks, int distance) {
  for_each_block(blocks, scratch_, [&](std::uint32_t block, Scratch& scratch) {
    scratch.fit(*geometry_);
    if (find_frontier(major_side_, block, distance, scratch.frontier))
      transpose_block(block, scratch);
  });
}

/// Adds the transposition of all that is in scratch.frontier.
void LevelSolver::transpose_block(std::uint32_t block, Scratch& scratch) {
  const Mask stones = geometry_->major().representative(block);
  const PackedIndex free(geometry_->board().all() & ~stones);
  const std::vector<Mask> images = images_of(geometry_->board(), stones);
  const TransposeTables tables = transpose_tables(free, *geometry_, images);

  std::uint32_t found = kernels_.transpose(subset_groups(*geometry_, scratch.frontier), tables,
                                           scratch.blocks.data(), scratch.ranks.data());
  if (transposed_)
    found = transposed_->keep_for_others(scratch.blocks.data(), scratch.ranks.data(), found);
  add_transposed({scratch.blocks.data(), found}, {scratch.ranks.data(), found});
}

/// Adds positions in blocks of the share.
void LevelSolver::add_transposed(std::span<const std::uint32_t> blocks,
                                 std::span<const std::uint32_t> ranks) {
  for (std::size_t i = 0; i < blocks.size(); ++i) minor_frontier_.prefetch(blocks[i], ranks[i]);
  for (std::size_t i = 0; i < blocks.size(); ++i) add_transposed(blocks[i], ranks[i]);
}

/// Adds a position with all that are the same up to symmetry.
void LevelSolver::add_transposed(std::uint32_t block, std::uint32_t rank) {
  if (!geometry_->major().has_symmetry(block)) return minor_frontier_.add(block, rank);
  const Mask free = geometry_->free_points(block);
  const Mask minor = expand(geometry_->masks()[rank], free);
  for (int g : geometry_->major().stabilizer(block)) {
    const Mask image = geometry_->board().symmetries.elements[g](minor);
    minor_frontier_.add(block, geometry_->minor().rank(compress(image, free)));
  }
}

void LevelSolver::pull_into_major(std::uint32_t block, int distance, Scratch& scratch) {
  const SymmetryGroup& group = geometry_->board().symmetries;
  SubsetMap map;
  map.to_free = geometry_->free_points(block);
  Updates updates(*this, major_side_, block, distance + 1, scratch.ranks);
  for (const MajorMove& move : moves_.quiet(block)) {
    const std::uint32_t decided = minor_frontier_.count(move.target);
    if (decided == 0) continue;
    map.packed = move.back;
    map.from_free = geometry_->free_points(move.target);
    map.byte_images = group.elements[group.inverse[move.symmetry]].byte_images();
    // A minor stone on the point that the move vacates could not have been there before it.
    if (decided <= Frontier::kListed) {
      updates.add([&](const RankSink& sink) {
        return kernels_.map_list_ranks({minor_frontier_.list(move.target), decided}, move.vacated,
                                       map, sink);
      });
      continue;
    }
    const std::uint64_t* in_the_way = geometry_->has(move.vacated);
    const std::uint64_t* bits = minor_frontier_.bits(move.target);
    scratch.source.clear();
    for_each_group(minor_frontier_.marks(move.target), minor_frontier_.words_per_block(),
                   [&](std::uint32_t index) {
                     const std::uint64_t able = bits[index] & ~in_the_way[index];
                     if (able) scratch.source.push_back({index, able});
                   });
    updates.add([&](const RankSink& sink) {
      return kernels_.map_ranks(subset_groups(*geometry_, scratch.source), map, sink);
    });
  }
  if (!major_side_.passes.empty()) pass_to_major(block, updates, scratch);
  updates.apply();
}

/// Undoes passes of the major side: the same slot with the minor side to move has been decided.
void LevelSolver::pass_to_major(std::uint32_t block, Updates& updates, Scratch& scratch) const {
  const std::vector<GroupBits>& passes = major_side_.block_passes(block);
  if (passes.empty() || minor_frontier_.count(block) == 0) return;
  std::vector<std::uint64_t>& words = scratch.words;
  words.assign(geometry_->groups(), 0);
  minor_frontier_.collect(block, scratch.source);
  for (const GroupBits& entry : scratch.source) words[entry.group] = entry.bits;
  updates.add([&](const RankSink& sink) {
    std::uint32_t written = 0;
    for (const GroupBits& entry : passes)
      written +=
          write_group_ranks({entry.group, entry.bits & words[entry.group]}, sink.out + written);
    return written;
  });
}

/// The same for the minor side, in the block of scratch.frontier.
void LevelSolver::pass_to_minor(std::uint32_t block, Updates& updates,
                                const Scratch& scratch) const {
  const std::vector<GroupBits>& passes = minor_side_->block_passes(block);
  updates.add([&](const RankSink& sink) {
    std::uint32_t written = 0;
    auto pass = passes.begin();
    for (const GroupBits& entry : scratch.frontier) {
      while (pass != passes.end() && pass->group < entry.group) ++pass;
      if (pass == passes.end() || pass->group != entry.group) continue;
      written += write_group_ranks({entry.group, entry.bits & pass->bits}, sink.out + written);
    }
    return written;
  });
}

void LevelSolver::slide_minor(std::uint32_t block, int distance, Scratch& scratch) {
  if (!find_frontier(major_side_, block, distance, scratch.frontier)) return;
  const PackedIndex free(geometry_->free_points(block));
  const MinorLines lines(*geometry_, free);
  Updates updates(*this, *minor_side_, block, distance + 1, scratch.ranks);
  std::uint32_t decided = 0;
  for (const GroupBits& entry : scratch.frontier)
    decided += static_cast<std::uint32_t>(std::popcount(entry.bits));
  if (decided < kFewPerGroup * scratch.frontier.size())
    slide_few(free, lines, updates, scratch);
  else
    slide_many(free, lines, updates, scratch);
  if (!minor_side_->passes.empty()) pass_to_minor(block, updates, scratch);
  updates.apply();
}

void LevelSolver::slide_few(const PackedIndex& free, const MinorLines& lines, Updates& updates,
                            Scratch& scratch) const {
  // A forward step from -> to is undone here: the stone stands on `to` and `from` is empty.
  std::array<Mask, 32> origins{};
  for (const MinorStep step : minor_steps(*geometry_, free, minor_context_.stones_fly()))
    origins[step.to] |= bit(step.from);
  const SlideTables tables{lines.lines().data(), static_cast<std::uint32_t>(lines.lines().size()),
                           origins.data()};
  std::array<Mask, kSlideBatch> subsets;
  std::uint32_t filled = 0;
  const auto flush = [&] {
    updates.add([&](const RankSink& sink) {
      return kernels_.slide_list_ranks({subsets.data(), filled}, tables, sink);
    });
    filled = 0;
  };
  for (const GroupBits& entry : scratch.frontier)
    for (std::uint64_t bits = entry.bits; bits; bits &= bits - 1) {
      subsets[filled++] = geometry_->masks()[entry.group * kGroupSize +
                                             static_cast<std::uint32_t>(std::countr_zero(bits))];
      if (filled == kSlideBatch) flush();
    }
  flush();
}

void LevelSolver::slide_many(const PackedIndex& free, const MinorLines& lines, Updates& updates,
                             Scratch& scratch) const {
  for (const MinorStep step : minor_steps(*geometry_, free, minor_context_.stones_fly())) {
    scratch.source.clear();
    for (const GroupBits& entry : scratch.frontier) {
      std::uint64_t bits = entry.bits & geometry_->has(step.to)[entry.group] &
                           ~geometry_->has(step.from)[entry.group];
      if (bits && lines.any_at(step.to)) bits &= ~lines.completed_at(step.to, entry.group);
      if (bits) scratch.source.push_back({entry.group, bits});
    }
    updates.add([&](const RankSink& sink) {
      return kernels_.toggle_ranks(subset_groups(*geometry_, scratch.source),
                                   bit(step.from) | bit(step.to), sink);
    });
  }
}

LevelSolver::Updates::Updates(const LevelSolver& solver, SideState& side, std::uint32_t block,
                              int distance, std::vector<std::uint32_t>& ranks)
    : solver_(solver),
      side_(side),
      block_(block),
      distance_(distance),
      bytes_(is_loss(distance) ? side.block_counters(block) : side.provisional.block(block)),
      ranks_(ranks) {}

template <typename Write>
void LevelSolver::Updates::add(Write&& write) {
  const BlockGeometry& geometry = *solver_.geometry_;
  const std::uint32_t written =
      write(RankSink{rank_tables(geometry.minor()), bytes_, ranks_.data() + filled_});
  MILLSTONE_CHECK(written <= most_updates_per_call(geometry));
  filled_ += written;
  if (filled_ >= enough_updates(geometry)) apply();
}

void LevelSolver::Updates::apply() {
  const Kernels& kernels = solver_.kernels_;
  std::uint32_t* ranks = ranks_.data();
  const std::uint32_t changed =
      is_loss(distance_) ? kernels.count_down(ranks, filled_, bytes_, ranks)
                         : kernels.lower(ranks, filled_, bytes_, win_byte(distance_), ranks);
  solver_.record(side_, block_, distance_, {ranks, changed});
  filled_ = 0;
}

void LevelSolver::record(SideState& side, std::uint32_t block, int distance,
                         std::span<const std::uint32_t> ranks) const {
  if (!is_loss(distance)) {
    for (std::uint32_t rank : ranks) side.levels.set(win_byte(distance), block, rank / kGroupSize);
    return;
  }
  // A capture may force a later loss than this level's: then the position waits for its own level.
  std::uint8_t* outcomes = side.provisional.block(block);
  for (std::uint32_t rank : ranks) {
    const OutcomeByte by_moves = loss_byte(distance);
    const OutcomeByte byte =
        outcomes[rank] == kDrawByte ? by_moves : std::min(outcomes[rank], by_moves);
    outcomes[rank] = byte;
    side.levels.set(byte, block, rank / kGroupSize);
  }
}

}  // namespace mill
