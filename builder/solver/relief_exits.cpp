#include <algorithm>
#include <optional>

#include "builder/solver/exits.h"

namespace millstone {
namespace {

/// What a position after a turn of relief is worth to the side to move there, if the source knows.
/// A removal may be pending there: on a full board both sides take a stone.
std::optional<Key> key_after(const Mover& mover, const ExitSource& source, const Position& after) {
  if (after.removals) {
    std::optional<Key> best;
    for (const Turn& turn : generate_turns(mover.variant, after)) {
      const auto next = key_after(mover, source, apply(mover.variant, after, turn));
      if (next && (!best || key_before(*next) < *best)) best = key_before(*next);
    }
    return best;
  }
  const Subspace subspace = subspace_of(after);
  if (!source.table) {
    const bool over = is_decided(mover.variant, subspace);
    return over ? std::optional(source.key) : std::nullopt;
  }
  const Numbering& numbering = source.table->geometry().numbering();
  const auto [fewer, more] = std::minmax(subspace.own, subspace.opponent);
  if (fewer != numbering.minor().k() || more != numbering.major().stones()) return std::nullopt;
  const std::uint64_t slot = numbering.slot(after);
  const auto block = static_cast<std::uint32_t>(slot / numbering.block_size());
  return source.table->block(block)[slot % numbering.block_size()];
}

}  // namespace

void raise_by_relief(const Mover& mover, const ExitSource& source, KeyTable& best) {
  const BlockGeometry& geometry = *mover.geometry;
  const std::uint32_t size = geometry.size();
  for_each_block(geometry.blocks(), mover.scratch, [&](std::uint32_t block, Scratch& scratch) {
    if (mover.is_stopped()) return;
    find_blocked(mover, block, scratch.blocked);
    for (std::uint32_t group = 0; group < geometry.groups(); ++group)
      for (std::uint64_t bits = scratch.blocked[group]; bits; bits &= bits - 1) {
        const std::uint32_t rank =
            group * kGroupSize + static_cast<std::uint32_t>(std::countr_zero(bits));
        const Position position =
            geometry.numbering().position(mover.subspace, std::uint64_t{block} * size + rank);
        std::uint8_t& slot = best.block(block)[rank];
        for (const Turn& turn : generate_turns(mover.variant, position))
          if (const auto key = key_after(mover, source, apply(mover.variant, position, turn)))
            slot = std::max(slot, *key);
      }
  });
}

}  // namespace millstone
