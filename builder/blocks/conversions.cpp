#include "builder/blocks/conversions.h"

#include <algorithm>

namespace mill {
namespace {

bool is_internal(const Variant& variant, const Subspace& subspace, const Transition& transition) {
  return !transition.wins && transition.after == subspace.mirror() && is_cyclic(variant, subspace);
}

/// Outcome byte of a subspace that its counts decide, for its side to move.
OutcomeByte decided_byte(const Variant& variant, const Subspace& subspace) {
  const bool lost = subspace.own + subspace.own_hand < variant.rules.pieces_at_least_count;
  return lost ? kLostNowByte : win_byte(1);
}

ConversionGroup& group_of(std::vector<ConversionGroup>& groups,
                          const std::optional<Subspace>& input, OutcomeByte byte) {
  for (ConversionGroup& group : groups)
    if (group.input == input && (input || group.byte == byte)) return group;
  return groups.emplace_back(ConversionGroup{input, byte, {}});
}

}  // namespace

std::vector<ConversionGroup> conversion_groups(const Variant& variant, const Subspace& subspace) {
  std::vector<ConversionGroup> groups;
  for (const Transition& transition : transitions(variant, subspace)) {
    if (is_internal(variant, subspace, transition)) continue;
    const bool over = transition.wins || is_decided(variant, transition.after);
    const OutcomeByte byte =
        transition.wins || !over ? kLostNowByte : decided_byte(variant, transition.after);
    const auto input = over ? std::nullopt : std::optional(transition.after);
    group_of(groups, input, byte).transitions.push_back(transition);
  }
  std::stable_partition(groups.begin(), groups.end(),
                        [](const ConversionGroup& group) { return !group.input; });
  return groups;
}

bool acts_when_blocked(const ConversionGroup& group) {
  return std::ranges::any_of(group.transitions, [](const Transition& transition) {
    return transition.kind == Transition::Kind::kBlocked;
  });
}

bool is_folded(const Subspace& subspace, const ConversionGroup& group) {
  return subspace.own_is_major() && !acts_when_blocked(group) &&
         std::ranges::all_of(group.transitions,
                             [](const Transition& transition) { return transition.taken > 0; });
}

bool conversion_keeps_turn(const Variant& variant, const Subspace& subspace) {
  const std::vector<Transition> all = transitions(variant, subspace);
  return std::any_of(all.begin(), all.end(),
                     [](const Transition& transition) { return transition.keeps_turn; });
}

tl::unexpected<Error> no_memory_for(const Subspace& subspace) {
  return fail(ErrorCode::kNotEnoughMemory, "the system has no memory left for {}", subspace.text());
}

std::optional<OutcomeByte> outcome_if_blocked(const SideContext& context, std::uint32_t block,
                                              std::uint32_t rank) {
  const Numbering& numbering = context.geometry->numbering();
  const std::uint64_t slot = std::uint64_t{block} * numbering.block_size() + rank;
  const Status stands = status(context.variant, numbering.position(context.subspace, slot));
  if (stands == Status::kOpen) return std::nullopt;
  return ends_in_draw(context.variant, stands) ? kDrawByte : kLostNowByte;
}

void find_blocked(const SideContext& context, std::uint32_t block,
                  std::vector<std::uint64_t>& blocked) {
  const BlockGeometry& geometry = *context.geometry;
  blocked.resize(geometry.groups());
  for (std::uint32_t group = 0; group < geometry.groups(); ++group)
    blocked[group] = geometry.existing(group);
  const bool room = geometry.minor().k() < geometry.free_count();
  if (room && may_place(context.subspace.own_hand)) {
    std::fill(blocked.begin(), blocked.end(), 0);
    return;
  }
  if (!has_movable(context.variant, context.subspace)) return;
  if (context.is_major()) {
    for (const MajorMove& move : context.moves->all(block))
      for (std::uint32_t group = 0; group < geometry.groups(); ++group)
        blocked[group] &= geometry.has(move.to)[group];
    return;
  }
  const PackedIndex free(geometry.free_points(block));
  for (const MinorStep step : MinorSteps(geometry.board(), free, context.stones_fly()))
    for (std::uint32_t group = 0; group < geometry.groups(); ++group)
      blocked[group] &= ~geometry.has(step.from)[group] | geometry.has(step.to)[group];
}

}  // namespace mill
