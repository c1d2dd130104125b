#include "builder/solver/gathering.h"

#include <algorithm>

#include "builder/solver/blocked_conversions.h"
#include "builder/solver/solve_memory.h"

namespace mill {
namespace {

OwnOutcomeByte own_outcome(OutcomeByte successor, bool keeps_turn) {
  return OwnOutcomeByte(255 - (keeps_turn ? successor : byte_before(successor)));
}

Result<SuccessorTable<OwnOutcomeByte>> own_outcomes(const SideContext& context,
                                                    const OutcomeTable& table, bool keeps_turn) {
  SuccessorTable<OwnOutcomeByte> copy(table.shared_geometry(), table.held(), context.pool);
  if (!copy.valid()) return no_memory_for(context.subspace);
  for_each_block(table.held(), context.scratch, [&](std::uint32_t block, Scratch&) {
    const std::uint8_t* from = table.block(block);
    std::uint8_t* to = copy.block(block);
    for (std::uint32_t rank = 0; rank < table.geometry().stride(); ++rank)
      to[rank] = static_cast<std::uint8_t>(own_outcome(from[rank], keeps_turn));
  });
  return copy;
}

/// Raises `best` by the conversions of one group, as far as the table (a part of the input, or
/// none) knows what they lead to.
/// @param shared_part  of which the table is the share of this process, if it is
Result<void> raise_by_group(const SideContext& context, const ConversionGroup& group,
                            const OutcomeTable* table, std::optional<BlockRange> shared_part,
                            BestSuccessors<NextSideByte>& best) {
  const Successors<NextSideByte> successors =
      table ? Successors<NextSideByte>(*table, shared_part) : Successors(NextSideByte{group.byte});
  MILLSTONE_TRY(raise_by_steps(context, group, successors, best));
  if (acts_when_blocked(group)) raise_by_blocked(context, successors, best);
  return {};
}

Result<void> raise_by_group(const SideContext& context, const ConversionGroup& group,
                            const OutcomeTable* table, std::optional<BlockRange> shared_part,
                            BestSuccessors<OwnOutcomeByte>& best) {
  // No board is full, and nobody blocked, while stones are in hand that the turn could stay with.
  MILLSTONE_CHECK(!acts_when_blocked(group));
  if (!table)
    return raise_by_steps(context, group, Successors(own_outcome(group.byte, false)), best);
  const bool keeps_turn = group.transitions.front().keeps_turn;
  const auto copy = MILLSTONE_TRY(own_outcomes(context, *table, keeps_turn));
  return raise_by_steps(context, group, Successors(copy, shared_part), best);
}

OutcomeByte outcome_of(NextSideByte best, const DistanceWindow& window) {
  return window.byte_before_best(best);
}

OutcomeByte outcome_of(OwnOutcomeByte best, const DistanceWindow&) {
  return static_cast<OutcomeByte>(255 - static_cast<OutcomeByte>(best));
}

/// kInterrupted when this process, or another member of its team, is asked to stop.
Result<void> stop_together(const SideContext& context) {
  if (MILLSTONE_TRY(largest_of(context.team, context.is_stopped())) != 0)
    return fail(ErrorCode::kInterrupted, "stopped");
  return {};
}

/// Raises `best` by the conversions of a group that has an input, part by part.
template <SuccessorWorth Worth>
Result<void> raise_by_input(const SideContext& context, const ConversionGroup& group,
                            const InputProvider& inputs, std::uint64_t memory,
                            BestSuccessors<Worth>& best) {
  const std::uint32_t blocks = block_count(context.variant, *group.input);
  const std::uint32_t size =
      part_size(context.variant, context.subspace, group, memory, size_of(context.team));
  for (std::uint32_t next = 0; next < blocks && !context.is_stopped();) {
    const auto table = MILLSTONE_TRY(inputs(*group.input, {next, std::min(next + size, blocks)}));
    MILLSTONE_TRY(raise_by_group(context, group, table.get(), std::nullopt, best));
    next = table->held().end;
  }
  return {};
}

/// The same where each member of a team reads its share of every part.
template <SuccessorWorth Worth>
Result<void> raise_by_shares(const SideContext& context, const ConversionGroup& group,
                             const InputProvider& inputs, std::uint64_t memory,
                             BestSuccessors<Worth>& best) {
  const std::uint32_t blocks = block_count(context.variant, *group.input);
  const auto size = static_cast<std::uint32_t>(
      MILLSTONE_TRY(smallest_of(context.team, part_size(context.variant, context.subspace, group,
                                                        memory, size_of(context.team)))));
  for (std::uint32_t next = 0; next < blocks; next += std::min(size, blocks - next)) {
    MILLSTONE_TRY(stop_together(context));
    const BlockRange part{next, next + std::min(size, blocks - next)};
    BlockRange own = BlockShares(part, context.team).own();
    if (own.count() == 0) own = {part.begin, part.begin + 1};  // a table all the same
    const auto table = MILLSTONE_TRY(inputs(*group.input, own));
    MILLSTONE_TRY(raise_by_group(context, group, table.get(), part, best));
  }
  return {};
}

}  // namespace

template <SuccessorWorth Worth>
Result<void> gather_conversions(const SideContext& context, const InputProvider& inputs,
                                std::uint64_t memory, BestSuccessors<Worth>& best,
                                std::uint32_t& groups_done,
                                const std::function<void()>& after_group) {
  const std::vector<ConversionGroup> groups = conversion_groups(context.variant, context.subspace);
  while (groups_done < groups.size()) {
    const ConversionGroup& group = groups[groups_done];
    if (!group.input)
      MILLSTONE_TRY(raise_by_group(context, group, nullptr, std::nullopt, best));
    else if (context.team && is_folded(context.subspace, group))
      MILLSTONE_TRY(raise_by_shares(context, group, inputs, memory, best));
    else
      MILLSTONE_TRY(raise_by_input(context, group, inputs, memory, best));
    MILLSTONE_TRY(stop_together(context));
    ++groups_done;
    after_group();
  }
  return {};
}

template <SuccessorWorth Worth>
OutcomeTable decide(const SideContext& context, const DistanceWindow& window,
                    BestSuccessors<Worth> best) {
  const BlockGeometry& geometry = *context.geometry;
  OutcomeTable outcomes(std::move(best));
  for_each_block(context.share, context.scratch, [&](std::uint32_t block, Scratch& scratch) {
    std::uint8_t* bytes = outcomes.block(block);
    // Copies of what a store of a byte might change, as far as compilers know.
    const std::uint32_t size = geometry.size();
    const DistanceWindow seen = window;
    for (std::uint32_t rank = 0; rank < size; ++rank)
      bytes[rank] = outcome_of(Worth{bytes[rank]}, seen);
    std::fill(bytes + size, bytes + geometry.stride(), kDrawByte);
    find_blocked(context, block, scratch.blocked);
    for_each_rank(scratch.blocked, [&](std::uint32_t rank) {
      if (const auto byte = outcome_if_blocked(context, block, rank)) bytes[rank] = *byte;
    });
  });
  return outcomes;
}

template Result<void> gather_conversions(const SideContext&, const InputProvider&, std::uint64_t,
                                         BestSuccessors<NextSideByte>&, std::uint32_t&,
                                         const std::function<void()>&);
template Result<void> gather_conversions(const SideContext&, const InputProvider&, std::uint64_t,
                                         BestSuccessors<OwnOutcomeByte>&, std::uint32_t&,
                                         const std::function<void()>&);
template OutcomeTable decide(const SideContext&, const DistanceWindow&,
                             BestSuccessors<NextSideByte>);
template OutcomeTable decide(const SideContext&, const DistanceWindow&,
                             BestSuccessors<OwnOutcomeByte>);

}  // namespace mill
