#include "builder/blocks/back_steps.h"

#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>

#include "base/machine.h"
#include "builder/blocks/group_bits.h"

namespace mill {
namespace {

// Below so many positions per group, sliding them one by one costs less than sliding whole groups.
constexpr std::size_t kFewPerGroup = 6;

// With so many positions per group of a block, on the average, all steps are undone together.
constexpr std::uint32_t kManyPerGroup = 4;

// A share is worked through in so many steps, where each has so many tasks for every thread.
constexpr std::uint32_t kStepsPerShare = 64;
constexpr std::uint32_t kTasksPerThread = 4;

/// Writes the ranks of a group's bits; returns how many.
std::uint32_t write_group_ranks(const GroupBits& entry, std::uint32_t* out) {
  std::uint32_t written = 0;
  for (std::uint64_t bits = entry.bits; bits; bits &= bits - 1)
    out[written++] = entry.group * kGroupSize + static_cast<std::uint32_t>(std::countr_zero(bits));
  return written;
}

}  // namespace

void LevelWork::update_words(PairSide side, std::uint32_t block,
                             std::span<const std::uint64_t> words, Scratch& scratch) {
  std::vector<std::uint32_t>& ranks = scratch.blocks;
  ranks.resize(std::max(ranks.size(), words.size() * kGroupSize));
  std::uint32_t written = 0;
  for_each_rank(words, [&](std::uint32_t rank) { ranks[written++] = rank; });
  update(side, block, {ranks.data(), written});
}

BackSteps::BackSteps(const SideContext& minor_context, const BlockShares& shares,
                     const MajorMoves& moves, bool two_sides)
    : minor_context_(minor_context),
      geometry_(minor_context.geometry),
      share_(shares.own()),
      moves_(moves),
      two_sides_(two_sides),
      scratch_(minor_context.scratch),
      kernels_(minor_context.kernels),
      steps_in_order_(kernels_.gather_bits && has_quick_pext()),
      minor_frontier_(geometry_, minor_context.pool) {}

Result<BackSteps> BackSteps::make(const SideContext& minor_context, const BlockShares& shares,
                                  const MajorMoves& moves, bool two_sides) {
  BackSteps steps(minor_context, shares, moves, two_sides);
  if (!steps.minor_frontier_.valid())
    return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for the frontier");
  if (SolverTeam* const team = minor_context.team) {
    steps.exchange_ = MILLSTONE_TRY(FrontierExchange::make(*team, shares, steps.geometry_, moves));
    steps.transposed_.emplace(*team, shares, steps.geometry_);
  }
  return steps;
}

Result<void> BackSteps::run(LevelWork& work) {
  if (two_sides_)
    gather_minor_frontier(work);
  else
    MILLSTONE_TRY(transpose_frontier(work));
  if (exchange_) return step_back_while_frontiers_travel(work);
  for_each_of(share_, [&](std::uint32_t block, Scratch& scratch) {
    pull_into_major(block, work, scratch);
    if (two_sides_) slide_minor(block, work, scratch);
  });
  return {};
}

template <typename Work>
void BackSteps::for_each_of(BlockRange blocks, Work&& work) {
  for_each_block(blocks, scratch_, [&](std::uint32_t block, Scratch& scratch) {
    scratch.fit(*geometry_);
    work(block, scratch);
  });
}

/// Works through the share step by step, so that messages are taken meanwhile; each step has work
/// for all threads.
template <typename Step>
Result<void> BackSteps::for_steps_of_share(Step&& step) {
  const auto threads = static_cast<std::uint32_t>(oneapi::tbb::this_task_arena::max_concurrency());
  const std::uint32_t size =
      std::max(share_.count() / kStepsPerShare, kTasksPerThread * kBlocksPerTask * threads);
  return for_each_step(share_, size, step);
}

/// What needs no frontier of others comes first.
Result<void> BackSteps::step_back_while_frontiers_travel(LevelWork& work) {
  MILLSTONE_TRY(exchange_->start(minor_frontier_));
  MILLSTONE_TRY(for_steps_of_share([&](BlockRange step) {
    for_each_of(step, [&](std::uint32_t block, Scratch& scratch) {
      if (!exchange_->pulls_from_others(block)) pull_into_major(block, work, scratch);
      if (two_sides_) slide_minor(block, work, scratch);
    });
    return exchange_->take_arrived();
  }));
  MILLSTONE_TRY(exchange_->finish());
  for_each_of(share_, [&](std::uint32_t block, Scratch& scratch) {
    if (exchange_->pulls_from_others(block)) pull_into_major(block, work, scratch);
  });
  return {};
}

void BackSteps::gather_minor_frontier(const LevelWork& work) {
  for_each_of(share_, [&](std::uint32_t block, Scratch& scratch) {
    work.find_frontier(PairSide::kMinor, block, scratch.frontier);
    minor_frontier_.publish(block, scratch.frontier);
  });
}

Result<void> BackSteps::transpose_frontier(const LevelWork& work) {
  for_each_of(share_, [&](std::uint32_t block, Scratch&) { minor_frontier_.withdraw(block); });
  if (transposed_)
    MILLSTONE_TRY(transpose_with_others(work));
  else
    transpose_blocks(share_, work);
  for_each_of(share_, [&](std::uint32_t block, Scratch&) { minor_frontier_.publish_added(block); });
  return {};
}

/// The same for a team: positions of other shares travel while the next are transposed.
Result<void> BackSteps::transpose_with_others(const LevelWork& work) {
  transposed_->start([&](auto blocks, auto ranks) { add_transposed(blocks, ranks); });
  MILLSTONE_TRY(for_steps_of_share([&](BlockRange step) {
    transpose_blocks(step, work);
    return transposed_->send_and_take();
  }));
  return transposed_->finish();
}

void BackSteps::transpose_blocks(BlockRange blocks, const LevelWork& work) {
  for_each_block(blocks, scratch_, [&](std::uint32_t block, Scratch& scratch) {
    scratch.fit(*geometry_);
    if (work.find_frontier(PairSide::kMajor, block, scratch.frontier))
      transpose_block(block, scratch);
  });
}

/// Adds the transposition of all that is in scratch.frontier.
void BackSteps::transpose_block(std::uint32_t block, Scratch& scratch) {
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
void BackSteps::add_transposed(std::span<const std::uint32_t> blocks,
                               std::span<const std::uint32_t> ranks) {
  for (std::size_t i = 0; i < blocks.size(); ++i) minor_frontier_.prefetch(blocks[i], ranks[i]);
  for (std::size_t i = 0; i < blocks.size(); ++i) add_transposed(blocks[i], ranks[i]);
}

/// Adds a position with all that are the same up to symmetry.
void BackSteps::add_transposed(std::uint32_t block, std::uint32_t rank) {
  if (!geometry_->major().has_symmetry(block)) return minor_frontier_.add(block, rank);
  const Mask free = geometry_->free_points(block);
  const Mask minor = expand(geometry_->masks()[rank], free);
  for (int g : geometry_->major().stabilizer(block)) {
    const Mask image = geometry_->board().symmetries.elements[g](minor);
    minor_frontier_.add(block, geometry_->minor().rank(compress(image, free)));
  }
}

void BackSteps::pull_into_major(std::uint32_t block, LevelWork& work, Scratch& scratch) {
  const SymmetryGroup& group = geometry_->board().symmetries;
  SubsetMap map;
  map.to_free = geometry_->free_points(block);
  Updates updates(*geometry_, work, PairSide::kMajor, block, scratch.ranks);
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
    } else if (steps_in_order_ && move.keeps_order && are_many(decided)) {
      pull_in_order(block, move, work, scratch);
    } else {
      find_arrived(move, scratch);
      updates.add([&](const RankSink& sink) {
        return kernels_.map_ranks(subset_groups(*geometry_, scratch.arrived), map, sink);
      });
    }
  }
  pass_to_major(block, work.passes(PairSide::kMajor, block), updates, scratch);
  updates.apply();
}

/// Of the frontier in the target what a move can have led to, into scratch.arrived.
void BackSteps::find_arrived(const MajorMove& move, Scratch& scratch) const {
  const std::uint64_t* in_the_way = geometry_->has(move.vacated);
  const std::uint64_t* bits = minor_frontier_.bits(move.target);
  scratch.arrived.clear();
  for_each_group(minor_frontier_.marks(move.target), minor_frontier_.words_per_block(),
                 [&](std::uint32_t group) {
                   const std::uint64_t able = bits[group] & ~in_the_way[group];
                   if (able) scratch.arrived.push_back({group, able});
                 });
}

/// The bitmap of all that a move can have led to is turned into the bitmap of what it was before.
void BackSteps::pull_in_order(std::uint32_t block, const MajorMove& move, LevelWork& work,
                              Scratch& scratch) const {
  const std::uint64_t* bits = minor_frontier_.bits(move.target);
  scratch.able.assign(geometry_->groups(), 0);
  for_each_group(minor_frontier_.marks(move.target), minor_frontier_.words_per_block(),
                 [&](std::uint32_t group) { scratch.able[group] = bits[group]; });
  step_back({geometry_->all(), geometry_->has(move.to)},
            {geometry_->all(), geometry_->has(move.vacated)}, scratch);
  work.update_words(PairSide::kMajor, block, scratch.reached, scratch);
}

bool BackSteps::are_many(std::uint32_t decided) const {
  return decided >= kManyPerGroup * geometry_->groups();
}

/// Of scratch.able, subsets that a step can have led to, makes those that it came from, into
/// scratch.reached.
void BackSteps::step_back(const SubsetBits& before, const SubsetBits& after,
                          Scratch& scratch) const {
  const std::uint32_t groups = geometry_->groups();
  scratch.reached.resize(groups);
  scratch.bit_stream.resize(groups + 2);
  kernels_.step_back({before, after, groups, scratch.bit_stream.data()}, scratch.able.data(),
                     scratch.reached.data());
}

/// Undoes passes of the major side: the same slot with the minor side to move has been decided.
void BackSteps::pass_to_major(std::uint32_t block, std::span<const GroupBits> passes,
                              Updates& updates, Scratch& scratch) const {
  if (passes.empty() || minor_frontier_.count(block) == 0) return;
  std::vector<std::uint64_t>& words = scratch.words;
  minor_frontier_.collect(block, scratch.source);
  set_words(scratch.source, geometry_->groups(), words);
  updates.add([&](const RankSink& sink) {
    std::uint32_t written = 0;
    for (const GroupBits& entry : passes)
      written +=
          write_group_ranks({entry.group, entry.bits & words[entry.group]}, sink.out + written);
    return written;
  });
}

/// The same for the minor side, in the block of scratch.frontier.
void BackSteps::pass_to_minor(std::span<const GroupBits> passes, Updates& updates,
                              const Scratch& scratch) {
  if (passes.empty()) return;
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

void BackSteps::slide_minor(std::uint32_t block, LevelWork& work, Scratch& scratch) {
  if (!work.find_frontier(PairSide::kMajor, block, scratch.frontier)) return;
  const PackedIndex free(geometry_->free_points(block));
  const MinorLines lines(*geometry_, free);
  Updates updates(*geometry_, work, PairSide::kMinor, block, scratch.ranks);
  const std::uint32_t decided = count_ranks(scratch.frontier);
  if (steps_in_order_ && are_many(decided))
    slide_in_order(free, lines, work, block, scratch);
  else if (decided < kFewPerGroup * scratch.frontier.size())
    slide_few(free, lines, updates, scratch);
  else
    slide_many(free, lines, updates, scratch);
  pass_to_minor(work.passes(PairSide::kMinor, block), updates, scratch);
  updates.apply();
}

void BackSteps::slide_few(const PackedIndex& free, const MinorLines& lines, Updates& updates,
                          Scratch& scratch) const {
  // A forward step from -> to is undone here: the stone stands on `to` and `from` is empty.
  const PointSets origins = minor_origins(free);
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

void BackSteps::slide_many(const PackedIndex& free, const MinorLines& lines, Updates& updates,
                           Scratch& scratch) const {
  const PointSets origins = minor_origins(free);
  for (int to = 0; to < free.count; ++to) {
    if (!origins[to] || !find_arrived(to, lines, scratch)) continue;
    for_each_bit(origins[to], [&](int from) {
      scratch.source.clear();
      for (const GroupBits& entry : scratch.arrived) {
        const std::uint64_t bits = entry.bits & ~geometry_->has(from)[entry.group];
        if (bits) scratch.source.push_back({entry.group, bits});
      }
      updates.add([&](const RankSink& sink) {
        return kernels_.toggle_ranks(subset_groups(*geometry_, scratch.source), bit(from) | bit(to),
                                     sink);
      });
    });
  }
}

/// Bitmaps of all that arrived on a point are turned into bitmaps of what they were before.
void BackSteps::slide_in_order(const PackedIndex& free, const MinorLines& lines, LevelWork& work,
                               std::uint32_t block, Scratch& scratch) const {
  const std::uint32_t groups = geometry_->groups();
  const PointSets origins = minor_origins(free);
  std::vector<std::uint64_t>& arrived = scratch.able;
  set_words(scratch.frontier, groups, scratch.decided);
  arrived.resize(groups);
  for (int to = 0; to < free.count; ++to) {
    if (!origins[to]) continue;
    lines.completed(to, arrived);  // which no quiet step has led to
    std::uint64_t any = 0;
    for (std::uint32_t group = 0; group < groups; ++group)
      any |= arrived[group] = scratch.decided[group] & geometry_->has(to)[group] & ~arrived[group];
    if (!any) continue;
    for_each_bit(origins[to], [&](int from) {
      step_back({geometry_->has(from), geometry_->has(to)},
                {geometry_->has(to), geometry_->has(from)}, scratch);
      work.update_words(PairSide::kMinor, block, scratch.reached, scratch);
    });
  }
}

/// Of the frontier what a quiet step to this point can have led to, into scratch.arrived; false if
/// nothing.
bool BackSteps::find_arrived(int to, const MinorLines& lines, Scratch& scratch) const {
  scratch.arrived.clear();
  const bool may_close = lines.any_at(to);
  for (const GroupBits& entry : scratch.frontier) {
    std::uint64_t bits = entry.bits & geometry_->has(to)[entry.group];
    if (bits && may_close) bits &= ~lines.completed_at(to, entry.group);
    if (bits) scratch.arrived.push_back({entry.group, bits});
  }
  return !scratch.arrived.empty();
}

/// For each point those that a step to it can have come from.
BackSteps::PointSets BackSteps::minor_origins(const PackedIndex& free) const {
  PointSets origins{};
  for (const MinorStep step : MinorSteps(geometry_->board(), free, minor_context_.stones_fly()))
    origins[step.to] |= bit(step.from);
  return origins;
}

template <typename Write>
void BackSteps::Updates::add(Write&& write) {
  const std::uint32_t written =
      write(RankSink{rank_tables(geometry_.minor()), cells_, ranks_.data() + filled_});
  MILLSTONE_CHECK(written <= most_updates_per_call(geometry_));
  filled_ += written;
  if (filled_ >= enough_updates(geometry_)) apply();
}

void BackSteps::Updates::apply() {
  work_.update(side_, block_, {ranks_.data(), filled_});
  filled_ = 0;
}

}  // namespace mill
