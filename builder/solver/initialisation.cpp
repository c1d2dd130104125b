#include "builder/solver/initialisation.h"

#include <algorithm>

#include "builder/blocks/group_bits.h"
#include "builder/blocks/quiet_moves.h"
#include "game/blocked_side.h"
#include "game/moves.h"

namespace mill {
namespace {

/// Makes of the best successors of a block, in place, the bytes that a pair begins with, and its
/// counters. Without a conversion the best successor reads as 0 and the outcome byte as a loss in
/// 2, which says no more than that a loss by quiet moves takes at least two plies.
void set_provisional(const BlockGeometry& geometry, const DistanceWindow& window,
                     std::uint8_t* bytes, std::uint8_t* counters, const Scratch& scratch) {
  // Copies of what a store of a byte might change, as far as compilers know.
  const std::uint32_t size = geometry.size();
  const DistanceWindow seen = window;
  const std::uint8_t* quiet = scratch.quiet.data();
  for (std::uint32_t rank = 0; rank < size; ++rank) {
    const std::uint8_t best = bytes[rank];
    bytes[rank] = seen.byte_before_best(NextSideByte{best});
    counters[rank] = static_cast<std::uint8_t>(quiet[rank] + (best >= kDrawByte));
  }
  for (std::uint32_t rank = size; rank < geometry.stride(); ++rank) {
    bytes[rank] = kDrawByte;
    counters[rank] = 255;
  }
}

/// Whether a blocked side passes, which is a quiet turn like others.
bool passes_are_turns(const SideContext& context) {
  return stalemate_act(context.variant.rules) == BlockedAct::kPasses;
}

/// A position without a step is decided, or its only turn is a pass: a quiet turn like others.
void settle_blocked(const SideContext& context, SideState& side, std::uint32_t block,
                    Scratch& scratch) {
  find_blocked(context, block, scratch.blocked);
  std::uint8_t* outcomes = side.provisional.block(block);
  std::uint8_t* counters = side.block_counters(block);
  const bool passes = passes_are_turns(context);
  for_each_rank(scratch.blocked, [&](std::uint32_t rank) {
    const auto byte = outcome_if_blocked(context, block, rank);
    if (byte) {
      outcomes[rank] = *byte;
      counters[rank] = *byte == kDrawByte ? 255 : 0;
    } else if (passes) {
      ++counters[rank];
      append_rank(side.block_passes(block), rank);
    }
  });
}

/// Marks the positions of a block that are decided, or won by a conversion.
void mark_block(const SideContext& context, SideState& side, std::uint32_t block) {
  const BlockGeometry& geometry = *context.geometry;
  for (std::uint32_t group = 0; group < geometry.groups(); ++group) {
    const std::size_t first = std::size_t{group} * kGroupSize;
    const std::uint8_t* outcomes = side.provisional.block(block) + first;
    const std::uint8_t* counters = side.block_counters(block) + first;
    std::uint64_t decided = context.kernels.match(counters, nullptr, 0) |
                            context.kernels.match_below(outcomes, kDrawByte);
    while (decided) {
      const OutcomeByte byte = outcomes[std::countr_zero(decided)];
      side.levels.set(byte, block, group);
      decided &= ~context.kernels.match(outcomes, nullptr, byte);
    }
  }
}

/// The state of a side whose bytes are in `bytes`.
Result<std::unique_ptr<SideState>> make_side(const SideContext& context, ProvisionalTable bytes) {
  auto side = std::make_unique<SideState>(std::move(bytes), context.pool);
  if (!side->counters.valid()) return no_memory_for(context.subspace);
  return side;
}

}  // namespace

Result<std::unique_ptr<SideState>> initialise(const SideContext& context,
                                              const DistanceWindow& window,
                                              BestSuccessors<NextSideByte> best) {
  auto side = MILLSTONE_TRY(make_side(context, ProvisionalTable(std::move(best))));
  const BlockGeometry& geometry = *context.geometry;
  if (passes_are_turns(context)) side->passes.resize(context.share.count());
  for_each_block(context.share, context.scratch, [&](std::uint32_t block, Scratch& scratch) {
    scratch.fit(geometry);
    count_quiet_moves(context, block, scratch);
    set_provisional(geometry, window, side->provisional.block(block), side->block_counters(block),
                    scratch);
    settle_blocked(context, *side, block, scratch);
    mark_block(context, *side, block);
  });
  return side;
}

NextWindow initialise_next_window(const SideContext& context, const DistanceWindow& window,
                                  std::unique_ptr<SideState> side,
                                  BestSuccessors<NextSideByte> best) {
  const BlockGeometry& geometry = *context.geometry;
  auto next = std::make_unique<SideState>(ProvisionalTable(std::move(best)), *side, context.pool);
  for_each_block(context.share, context.scratch, [&](std::uint32_t block, Scratch&) {
    std::uint8_t* before = side->provisional.block(block);
    std::uint8_t* bytes = next->provisional.block(block);
    const std::uint8_t* counters = next->block_counters(block);
    for (std::uint32_t rank = 0; rank < geometry.stride(); ++rank) {
      const OutcomeByte known = before[rank];
      const bool won = known < kLongWinByte;
      const bool lost = known > kLongLossByte && counters[rank] == 0;
      if (won || lost) {
        bytes[rank] = DistanceWindow{window.longest_win, 1}.byte(to_outcome(known));
      } else {
        bytes[rank] = window.byte_before_best(NextSideByte{bytes[rank]});
        before[rank] = kLaterByte;
      }
    }
    mark_block(context, *next, block);
  });
  return {OutcomeTable(std::move(side->provisional)), std::move(next)};
}

Result<std::unique_ptr<SideState>> make_side_to_restore(const SideContext& context) {
  ProvisionalTable bytes(context.geometry, context.share, context.pool);
  if (!bytes.valid()) return no_memory_for(context.subspace);
  return make_side(context, std::move(bytes));
}

void restore_side(const SideContext& context, SideState& side) {
  const bool passes = passes_are_turns(context);
  if (passes) side.passes.resize(context.share.count());
  for_each_block(context.share, context.scratch, [&](std::uint32_t block, Scratch& scratch) {
    if (passes) {
      find_blocked(context, block, scratch.blocked);
      for_each_rank(scratch.blocked, [&](std::uint32_t rank) {
        if (!outcome_if_blocked(context, block, rank)) append_rank(side.block_passes(block), rank);
      });
    }
    mark_block(context, side, block);
  });
}

OutcomeTable decide_draws(const SideContext& context, SideState& side) {
  const BlockGeometry& geometry = *context.geometry;
  for_each_block(context.share, context.scratch, [&](std::uint32_t block, Scratch&) {
    std::uint8_t* bytes = side.provisional.block(block);
    const std::uint8_t* counters = side.block_counters(block);
    const std::uint32_t size = geometry.size();
    for (std::uint32_t rank = 0; rank < size; ++rank) {
      const bool undecided = bytes[rank] > kDrawByte && counters[rank] != 0;
      bytes[rank] = undecided ? kDrawByte : bytes[rank];
    }
  });
  side.counters.release();
  return OutcomeTable(std::move(side.provisional));
}

}  // namespace mill
