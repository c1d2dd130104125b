#include "builder/solver/blocked_conversions.h"

#include <algorithm>
#include <optional>

#include "base/error.h"

namespace mill {
namespace {

/// As the side sees it that makes the turn, where the next side sees `next`.
NextSideByte a_turn_before(NextSideByte next) {
  return NextSideByte{byte_before(static_cast<OutcomeByte>(next))};
}

/// What a position after such a turn is worth to the side to move there, if they tell.
/// A removal may be pending there: both sides may take a stone.
std::optional<NextSideByte> byte_after(const SideContext& context,
                                       const Successors<NextSideByte>& successors,
                                       const Position& after) {
  if (after.removals) {
    std::optional<NextSideByte> best;
    for (const Turn& turn : generate_turns(context.variant, after)) {
      const auto next = byte_after(context, successors, apply(context.variant, after, turn));
      if (next && (!best || a_turn_before(*next) < *best)) best = a_turn_before(*next);
    }
    return best;
  }
  const Subspace subspace = subspace_of(context.variant, after);
  const bool over = has_lost(context.variant.rules, after) || is_decided(context.variant, subspace);
  if (!successors.have_table()) return over ? std::optional(successors.worth()) : std::nullopt;
  if (over) return std::nullopt;
  const Numbering& numbering = successors.geometry().numbering();
  const auto [fewer, more] = std::minmax(subspace.own, subspace.opponent);
  if (fewer != numbering.minor().k() || more != numbering.major().stones()) return std::nullopt;
  const std::uint64_t slot = numbering.slot(after);
  const auto block = static_cast<std::uint32_t>(slot / numbering.block_size());
  return NextSideByte{successors.block(block)[slot % numbering.block_size()]};
}

}  // namespace

void raise_by_blocked(const SideContext& context, const Successors<NextSideByte>& successors,
                      BestSuccessors<NextSideByte>& best) {
  const BlockGeometry& geometry = *context.geometry;
  const std::uint32_t size = geometry.size();
  for_each_block(context.share, context.scratch, [&](std::uint32_t block, Scratch& scratch) {
    if (context.is_stopped()) return;
    find_blocked(context, block, scratch.blocked);
    for_each_rank(scratch.blocked, [&](std::uint32_t rank) {
      const Position position =
          geometry.numbering().position(context.subspace, std::uint64_t{block} * size + rank);
      std::uint8_t& slot = best.block(block)[rank];
      for (const Turn& turn : generate_turns(context.variant, position))
        if (const auto byte =
                byte_after(context, successors, apply(context.variant, position, turn)))
          best.raise(slot, *byte);
    });
  });
}

}  // namespace mill
