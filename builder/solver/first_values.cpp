#include "builder/solver/first_values.h"

#include <algorithm>
#include <array>

#include "builder/solver/free_lines.h"
#include "builder/solver/solve_memory.h"
#include "game/moves.h"

namespace millstone {
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
void count_major_moves(const Mover& mover, std::uint32_t block, const PackedIndex& free,
                       Scratch& scratch) {
  const BlockGeometry& geometry = *mover.geometry;
  int into[32] = {};
  for (const MajorMove& move : mover.moves->quiet(block)) ++into[move.to];
  for (std::uint32_t group = 0; group < geometry.groups(); ++group) {
    CounterPlanes planes;
    for (int index = 0; index < free.count; ++index)
      for (int i = 0; i < into[index]; ++i) planes.add(~geometry.has(index)[group]);
    planes.store(scratch.quiet.data() + std::size_t{group} * kGroupSize);
  }
}

void count_minor_moves(const Mover& mover, const PackedIndex& free, Scratch& scratch) {
  const BlockGeometry& geometry = *mover.geometry;
  const FreeLines lines(geometry, free);
  std::vector<CounterPlanes> planes(geometry.groups());
  for (const MinorStep step : minor_steps(geometry, free, mover.stones_fly()))
    for (std::uint32_t group = 0; group < geometry.groups(); ++group) {
      const std::uint64_t able = geometry.has(step.from)[group] & ~geometry.has(step.to)[group];
      if (able) planes[group].add(able & ~lines.completed_at(step.to, group, bit(step.from)));
    }
  for (std::uint32_t group = 0; group < geometry.groups(); ++group)
    planes[group].store(scratch.quiet.data() + std::size_t{group} * kGroupSize);
}

/// What the rules say of a position without a step; none if relief leads somewhere.
std::optional<Key> key_without_step(const Mover& mover, std::uint32_t block, std::uint32_t rank) {
  const Numbering& numbering = mover.geometry->numbering();
  const std::uint64_t slot = std::uint64_t{block} * numbering.block_size() + rank;
  const Status stands = status(mover.variant, numbering.position(mover.subspace, slot));
  if (stands == Status::kOpen) return std::nullopt;
  return ends_in_draw(mover.variant, stands) ? kKeyDraw : kKeyLostNow;
}

/// Calls `visit(rank)` for every rank of a bitmap of whole groups.
template <typename Visit>
void for_each_rank(std::span<const std::uint64_t> words, Visit&& visit) {
  for (std::uint32_t group = 0; group < words.size(); ++group)
    for (std::uint64_t bits = words[group]; bits; bits &= bits - 1)
      visit(group * kGroupSize + static_cast<std::uint32_t>(std::countr_zero(bits)));
}

/// Keys and counters of a block. Without an exit the best successor reads as 0 and the key as a
/// loss in 2, which says no more than that a loss by quiet moves takes at least two plies.
void set_keys_and_counters(const BlockGeometry& geometry, const KeyPlane& plane, std::uint8_t* keys,
                           std::uint8_t* counters, const Scratch& scratch) {
  const std::uint32_t size = geometry.size();
  for (std::uint32_t rank = 0; rank < size; ++rank) {
    const Key best = keys[rank];
    keys[rank] = plane.key_before_best(best);
    counters[rank] = static_cast<std::uint8_t>(scratch.quiet[rank] + (best >= kKeyDraw));
  }
  for (std::uint32_t rank = size; rank < geometry.stride(); ++rank) {
    keys[rank] = kKeyDraw;
    counters[rank] = 255;
  }
}

void add_pass(SideState& side, std::uint32_t block, std::uint32_t rank) {
  auto& entries = side.passes[block];
  if (entries.empty() || entries.back().group != rank / kGroupSize)
    entries.push_back({rank / kGroupSize, 0});
  entries.back().bits |= std::uint64_t{1} << rank % kGroupSize;
}

/// A position without a step is decided, or its only turn is a pass: a quiet turn like others.
void settle_blocked(const Mover& mover, SideState& side, std::uint32_t block, Scratch& scratch) {
  find_blocked(mover, block, scratch.blocked);
  std::uint8_t* keys = side.keys.block(block);
  std::uint8_t* counters = side.block_counters(block);
  const bool passes = mover.variant.rules.stalemate_action == 1;
  for_each_rank(scratch.blocked, [&](std::uint32_t rank) {
    const auto key = key_without_step(mover, block, rank);
    if (key) {
      keys[rank] = *key;
      counters[rank] = *key == kKeyDraw ? 255 : 0;
    } else if (passes) {
      ++counters[rank];
      add_pass(side, block, rank);
    }
  });
}

/// Marks the positions of a block that are decided, or won by an exit.
void mark_block(const Mover& mover, SideState& side, std::uint32_t block) {
  const BlockGeometry& geometry = *mover.geometry;
  for (std::uint32_t group = 0; group < geometry.groups(); ++group) {
    const std::size_t first = std::size_t{group} * kGroupSize;
    const std::uint8_t* keys = side.keys.block(block) + first;
    const std::uint8_t* counters = side.block_counters(block) + first;
    std::uint64_t decided =
        mover.kernels.match(counters, nullptr, 0) | mover.kernels.match_below(keys, kKeyDraw);
    while (decided) {
      const Key key = keys[std::countr_zero(decided)];
      side.marks.set(key, block, group);
      decided &= ~mover.kernels.match(keys, nullptr, key);
    }
  }
}

/// A copy that holds 255 minus the key of the side that acts before these positions.
Result<KeyTable> own_key_copy(const Mover& mover, const KeyTable& table, bool keeps_turn) {
  KeyTable copy(table.shared_geometry(), table.held(), mover.pool);
  if (!copy.valid())
    return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for {}",
                mover.subspace.text());
  for_each_block(table.held(), mover.scratch, [&](std::uint32_t block, Scratch&) {
    const std::uint8_t* from = table.block(block);
    std::uint8_t* to = copy.block(block);
    for (std::uint32_t rank = 0; rank < table.geometry().stride(); ++rank)
      to[rank] =
          static_cast<std::uint8_t>(255 - (keeps_turn ? from[rank] : key_before(from[rank])));
  });
  return copy;
}

/// Raises `best` by the exits of one group, as far as the table (a part of the input, or none)
/// knows what they lead to.
Result<void> raise_by_group(const Mover& mover, const ExitGroup& group, const KeyTable* table,
                            bool own_keys, KeyTable& best) {
  KeyTable copy;
  ExitSource source{table, group.key};
  if (own_keys && table) {
    copy = MILLSTONE_TRY(own_key_copy(mover, *table, group.transitions.front().keeps_turn));
    source.table = &copy;
  } else if (own_keys) {
    source.key = static_cast<Key>(255 - key_before(group.key));
  }
  bool relief = false;
  for (const Transition& transition : group.transitions) {
    if (transition.kind == Transition::Kind::kRelief) {
      relief = true;
    } else if (!mover.is_major()) {
      raise_by_minor_exits(mover, transition, source, best);
    } else if (auto done = raise_by_major_exits(mover, transition, source, best); !done) {
      return done;
    }
  }
  if (relief) raise_by_relief(mover, source, best);
  return {};
}

/// Raises `best` by the exits of a group that has an input, part by part.
Result<void> raise_by_input(const Mover& mover, const ExitGroup& group, const KeyProvider& inputs,
                            std::uint64_t memory, bool own_keys, KeyTable& best) {
  const std::uint32_t blocks = block_count(mover.variant, *group.input);
  const std::uint32_t size = part_size(mover.variant, mover.subspace, group, memory);
  for (std::uint32_t next = 0; next < blocks && !mover.is_stopped();) {
    const auto table = MILLSTONE_TRY(inputs(*group.input, {next, std::min(next + size, blocks)}));
    MILLSTONE_TRY(raise_by_group(mover, group, table.get(), own_keys, best));
    next = table->held().end;
  }
  return {};
}

}  // namespace

Result<KeyTable> make_exit_table(const Mover& mover) {
  KeyTable best(mover.geometry, mover.pool);
  if (!best.valid())
    return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for {}",
                mover.subspace.text());
  for_each_block(mover.geometry->blocks(), mover.scratch, [&](std::uint32_t block, Scratch&) {
    std::fill_n(best.block(block), mover.geometry->stride(), Key{0});
  });
  return best;
}

Result<void> gather_exits(const Mover& mover, const KeyProvider& inputs, std::uint64_t memory,
                          KeyTable& best, std::uint32_t& groups_done,
                          const std::function<void()>& after_group) {
  const bool own_keys = exit_keeps_turn(mover.variant, mover.subspace);
  const std::vector<ExitGroup> groups = exit_groups(mover.variant, mover.subspace);
  while (groups_done < groups.size()) {
    const ExitGroup& group = groups[groups_done];
    auto done = group.input ? raise_by_input(mover, group, inputs, memory, own_keys, best)
                            : raise_by_group(mover, group, nullptr, own_keys, best);
    if (!done) return done;
    if (mover.is_stopped()) return fail(ErrorCode::kInterrupted, "stopped");
    ++groups_done;
    after_group();
  }
  return {};
}

void settle_exits(const Mover& mover, const KeyPlane& plane, KeyTable& best) {
  const BlockGeometry& geometry = *mover.geometry;
  const bool own_keys = exit_keeps_turn(mover.variant, mover.subspace);
  for_each_block(geometry.blocks(), mover.scratch, [&](std::uint32_t block, Scratch& scratch) {
    std::uint8_t* keys = best.block(block);
    for (std::uint32_t rank = 0; rank < geometry.size(); ++rank) {
      const Key found = keys[rank];
      keys[rank] = own_keys ? static_cast<Key>(255 - found) : plane.key_before_best(found);
    }
    std::fill(keys + geometry.size(), keys + geometry.stride(), kKeyDraw);
    find_blocked(mover, block, scratch.blocked);
    for_each_rank(scratch.blocked, [&](std::uint32_t rank) {
      if (const auto key = key_without_step(mover, block, rank)) keys[rank] = *key;
    });
  });
}

void settle_first_values(const Mover& mover, const KeyPlane& plane, SideState& side) {
  const BlockGeometry& geometry = *mover.geometry;
  if (mover.variant.rules.stalemate_action == 1) side.passes.resize(geometry.blocks());
  for_each_block(geometry.blocks(), mover.scratch, [&](std::uint32_t block, Scratch& scratch) {
    scratch.fit(geometry);
    const PackedIndex free(geometry.free_points(block));
    if (mover.is_major())
      count_major_moves(mover, block, free, scratch);
    else
      count_minor_moves(mover, free, scratch);
    set_keys_and_counters(geometry, plane, side.keys.block(block), side.block_counters(block),
                          scratch);
    settle_blocked(mover, side, block, scratch);
    mark_block(mover, side, block);
  });
}

std::unique_ptr<SideState> settle_next_plane(const Mover& mover, const KeyPlane& plane,
                                             SideState& side, KeyTable best) {
  const BlockGeometry& geometry = *mover.geometry;
  auto next = std::make_unique<SideState>(std::move(best), side, mover.pool);
  for_each_block(geometry.blocks(), mover.scratch, [&](std::uint32_t block, Scratch&) {
    std::uint8_t* before = side.keys.block(block);
    std::uint8_t* keys = next->keys.block(block);
    const std::uint8_t* counters = next->block_counters(block);
    for (std::uint32_t rank = 0; rank < geometry.stride(); ++rank) {
      const Key key = before[rank];
      const bool won = key < kKeyLongWin;
      const bool lost = key > kKeyLongLoss && counters[rank] == 0;
      if (won || lost) {
        const Outcome outcome = to_outcome(key);
        keys[rank] = KeyPlane{plane.longest_win, 1}.key(outcome);
      } else {
        keys[rank] = plane.key_before_best(keys[rank]);
        before[rank] = kKeyLater;
      }
    }
    mark_block(mover, *next, block);
  });
  return next;
}

void restore_side(const Mover& mover, SideState& side) {
  const BlockGeometry& geometry = *mover.geometry;
  const bool passes = mover.variant.rules.stalemate_action == 1;
  if (passes) side.passes.resize(geometry.blocks());
  for_each_block(geometry.blocks(), mover.scratch, [&](std::uint32_t block, Scratch& scratch) {
    if (passes) {
      find_blocked(mover, block, scratch.blocked);
      for_each_rank(scratch.blocked, [&](std::uint32_t rank) {
        if (!key_without_step(mover, block, rank)) add_pass(side, block, rank);
      });
    }
    mark_block(mover, side, block);
  });
}

}  // namespace millstone
