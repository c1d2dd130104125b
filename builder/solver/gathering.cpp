#include "builder/solver/gathering.h"

#include <algorithm>

#include "builder/solver/solve_memory.h"

namespace mill {
namespace {

/// A successor on the scale of own outcomes.
SuccessorByte by_own_outcome(OutcomeByte successor, bool keeps_turn) {
  return SuccessorByte(255 - (keeps_turn ? successor : byte_before(successor)));
}

Result<SuccessorTable> copy_by_own_outcome(const SideContext& context, const OutcomeTable& table,
                                           bool keeps_turn) {
  SuccessorTable copy(table.shared_geometry(), table.held(), context.pool);
  if (!copy.valid()) return no_memory_for(context.subspace);
  for_each_block(table.held(), context.scratch, [&](std::uint32_t block, Scratch&) {
    const std::uint8_t* from = table.block(block);
    std::uint8_t* to = copy.block(block);
    for (std::uint32_t rank = 0; rank < table.geometry().stride(); ++rank)
      to[rank] = static_cast<std::uint8_t>(by_own_outcome(from[rank], keeps_turn));
  });
  return copy;
}

/// Raises `best` by the conversions of one group, as far as the table (a part of the input, or
/// none) knows what they lead to.
Result<void> raise_by_group(const SideContext& context, const ConversionGroup& group,
                            const OutcomeTable* table, BestSuccessors& best) {
  SuccessorTable copy;
  Successors successors(seen_by_next_side(group.byte));
  const bool by_own = best.scale() == SuccessorScale::kOwnOutcome;
  if (by_own && table) {
    const bool keeps_turn = group.transitions.front().keeps_turn;
    copy = MILLSTONE_TRY(copy_by_own_outcome(context, *table, keeps_turn));
    successors = Successors(copy);
  } else if (by_own) {
    successors = Successors(by_own_outcome(group.byte, false));
  } else if (table) {
    successors = Successors::seen_by_next_side(*table);
  }
  bool blocked = false;
  for (const Transition& transition : group.transitions) {
    if (transition.kind == Transition::Kind::kBlocked) {
      blocked = true;
    } else if (!context.is_major()) {
      raise_by_minor_conversions(context, transition, successors, best);
    } else {
      MILLSTONE_TRY(raise_by_major_conversions(context, transition, successors, best));
    }
  }
  if (blocked) raise_by_blocked(context, successors, best);
  return {};
}

/// Raises `best` by the conversions of a group that has an input, part by part.
Result<void> raise_by_input(const SideContext& context, const ConversionGroup& group,
                            const InputProvider& inputs, std::uint64_t memory,
                            BestSuccessors& best) {
  const std::uint32_t blocks = block_count(context.variant, *group.input);
  const std::uint32_t size = part_size(context.variant, context.subspace, group, memory);
  for (std::uint32_t next = 0; next < blocks && !context.is_stopped();) {
    const auto table = MILLSTONE_TRY(inputs(*group.input, {next, std::min(next + size, blocks)}));
    MILLSTONE_TRY(raise_by_group(context, group, table.get(), best));
    next = table->held().end;
  }
  return {};
}

}  // namespace

Result<void> gather_conversions(const SideContext& context, const InputProvider& inputs,
                                std::uint64_t memory, BestSuccessors& best,
                                std::uint32_t& groups_done,
                                const std::function<void()>& after_group) {
  const std::vector<ConversionGroup> groups = conversion_groups(context.variant, context.subspace);
  while (groups_done < groups.size()) {
    const ConversionGroup& group = groups[groups_done];
    if (group.input)
      MILLSTONE_TRY(raise_by_input(context, group, inputs, memory, best));
    else
      MILLSTONE_TRY(raise_by_group(context, group, nullptr, best));
    if (MILLSTONE_TRY(largest_of(context.team, context.is_stopped())) != 0)
      return fail(ErrorCode::kInterrupted, "stopped");
    ++groups_done;
    after_group();
  }
  return {};
}

OutcomeTable decide(const SideContext& context, const DistanceWindow& window, BestSuccessors best) {
  const BlockGeometry& geometry = *context.geometry;
  const bool by_own = best.scale() == SuccessorScale::kOwnOutcome;
  OutcomeTable outcomes = best.release();
  for_each_block(context.share, context.scratch, [&](std::uint32_t block, Scratch& scratch) {
    std::uint8_t* bytes = outcomes.block(block);
    for (std::uint32_t rank = 0; rank < geometry.size(); ++rank) {
      const std::uint8_t found = bytes[rank];
      bytes[rank] = by_own ? static_cast<OutcomeByte>(255 - found) : window.byte_before_best(found);
    }
    std::fill(bytes + geometry.size(), bytes + geometry.stride(), kDrawByte);
    find_blocked(context, block, scratch.blocked);
    for_each_rank(scratch.blocked, [&](std::uint32_t rank) {
      if (const auto byte = outcome_if_blocked(context, block, rank)) bytes[rank] = *byte;
    });
  });
  return outcomes;
}

}  // namespace mill
