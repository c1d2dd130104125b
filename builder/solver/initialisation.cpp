#include "builder/solver/initialisation.h"

#include <algorithm>
#include <array>

#include "builder/solver/group_bits.h"
#include "builder/solver/minor_lines.h"
#include "game/blocked_side.h"
#include "game/moves.h"

namespace mill {
namespace {

/// 64 counters of 8 bits, held as 8 words of one bit each, so that adding a bitmap is a few
/// operations on words.
class CounterPlanes {
 public:
  void add(std::uint64_t bits) {
    for (std::size_t plane = 0; bits && plane < planes_.size(); ++plane) {
      const std::uint64_t carry = planes_[plane] & bits;
      planes_[plane] ^= bits;
      bits = carry;
    }
  }

  /// Writes the 64 counters as bytes.
  void store(std::uint8_t* out) const {
    for (int byte = 0; byte < 8; ++byte) {
      std::uint64_t counters = 0;
      for (std::size_t plane = 0; plane < planes_.size(); ++plane)
        counters += spread(planes_[plane] >> (8 * byte) & 255) << plane;
      for (int i = 0; i < 8; ++i)
        out[8 * byte + i] = static_cast<std::uint8_t>(counters >> (8 * i));
    }
  }

 private:
  /// Bit i of the argument becomes the value 1 of byte i.
  static std::uint64_t spread(std::uint64_t eight_bits) {
    static constexpr auto kTable = [] {
      std::array<std::uint64_t, 256> table{};
      for (std::uint64_t value = 0; value < 256; ++value)
        for (int i = 0; i < 8; ++i) table[value] |= (value >> i & 1) << (8 * i);
      return table;
    }();
    return kTable[eight_bits];
  }

  std::array<std::uint64_t, 8> planes_{};
};

/// Numbers of quiet moves of a block's positions, into `scratch.quiet`.
void count_major_moves(const SideContext& context, std::uint32_t block, const PackedIndex& free,
                       Scratch& scratch) {
  const BlockGeometry& geometry = *context.geometry;
  int into[32] = {};
  for (const MajorMove& move : context.moves->quiet(block)) ++into[move.to];
  for (std::uint32_t group = 0; group < geometry.groups(); ++group) {
    CounterPlanes planes;
    for (int index = 0; index < free.count; ++index)
      for (int i = 0; i < into[index]; ++i) planes.add(~geometry.has(index)[group]);
    planes.store(scratch.quiet.data() + std::size_t{group} * kGroupSize);
  }
}

void count_minor_moves(const SideContext& context, const PackedIndex& free, Scratch& scratch) {
  const BlockGeometry& geometry = *context.geometry;
  const MinorLines lines(geometry, free);
  std::vector<CounterPlanes> planes(geometry.groups());
  for (const MinorStep step : minor_steps(geometry, free, context.stones_fly()))
    for (std::uint32_t group = 0; group < geometry.groups(); ++group) {
      const std::uint64_t able = geometry.has(step.from)[group] & ~geometry.has(step.to)[group];
      if (able) planes[group].add(able & ~lines.completed_at(step.to, group, bit(step.from)));
    }
  for (std::uint32_t group = 0; group < geometry.groups(); ++group)
    planes[group].store(scratch.quiet.data() + std::size_t{group} * kGroupSize);
}

/// Makes of the best successors of a block, in place, the bytes that a pair begins with, and its
/// counters. Without a conversion the best successor reads as 0 and the outcome byte as a loss in
/// 2, which says no more than that a loss by quiet moves takes at least two plies.
void set_provisional(const BlockGeometry& geometry, const DistanceWindow& window,
                     std::uint8_t* bytes, std::uint8_t* counters, const Scratch& scratch) {
  const std::uint32_t size = geometry.size();
  for (std::uint32_t rank = 0; rank < size; ++rank) {
    const std::uint8_t best = bytes[rank];
    bytes[rank] = window.byte_before_best(NextSideByte{best});
    counters[rank] = static_cast<std::uint8_t>(scratch.quiet[rank] + (best >= kDrawByte));
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
    const PackedIndex free(geometry.free_points(block));
    if (context.is_major())
      count_major_moves(context, block, free, scratch);
    else
      count_minor_moves(context, free, scratch);
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
    for (std::uint32_t rank = 0; rank < geometry.size(); ++rank) {
      const bool undecided = bytes[rank] > kDrawByte && counters[rank] != 0;
      bytes[rank] = undecided ? kDrawByte : bytes[rank];
    }
  });
  side.counters.release();
  return OutcomeTable(std::move(side.provisional));
}

}  // namespace mill
