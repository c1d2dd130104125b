#include "builder/solver/exits.h"

#include <algorithm>

namespace millstone {
namespace {

bool is_internal(const Variant& variant, const Subspace& subspace, const Transition& transition) {
  return !transition.wins && transition.after == subspace.mirror() && is_cyclic(variant, subspace);
}

/// Key of a subspace that its counts decide, for its side to move.
Key decided_key(const Variant& variant, const Subspace& subspace) {
  const bool lost = subspace.own + subspace.own_hand < variant.rules.pieces_at_least_count;
  return lost ? kKeyLostNow : win_key(1);
}

ExitGroup& group_of(std::vector<ExitGroup>& groups, const std::optional<Subspace>& input, Key key) {
  for (ExitGroup& group : groups)
    if (group.input == input && (input || group.key == key)) return group;
  return groups.emplace_back(ExitGroup{input, key, {}});
}

}  // namespace

std::vector<ExitGroup> exit_groups(const Variant& variant, const Subspace& subspace) {
  std::vector<ExitGroup> groups;
  for (const Transition& transition : transitions(variant, subspace)) {
    if (is_internal(variant, subspace, transition)) continue;
    const bool over = transition.wins || is_decided(variant, transition.after);
    const Key key = transition.wins || !over ? kKeyLostNow : decided_key(variant, transition.after);
    const auto input = over ? std::nullopt : std::optional(transition.after);
    group_of(groups, input, key).transitions.push_back(transition);
  }
  std::stable_partition(groups.begin(), groups.end(),
                        [](const ExitGroup& group) { return !group.input; });
  return groups;
}

bool exit_keeps_turn(const Variant& variant, const Subspace& subspace) {
  const std::vector<Transition> all = transitions(variant, subspace);
  return std::any_of(all.begin(), all.end(),
                     [](const Transition& transition) { return transition.keeps_turn; });
}

void find_blocked(const Mover& mover, std::uint32_t block, std::vector<std::uint64_t>& blocked) {
  const BlockGeometry& geometry = *mover.geometry;
  blocked.resize(geometry.groups());
  for (std::uint32_t group = 0; group < geometry.groups(); ++group)
    blocked[group] = geometry.existing(group);
  const bool room = geometry.minor().k() < geometry.free_count();
  if (room && may_place(mover.subspace.own_hand)) {
    std::fill(blocked.begin(), blocked.end(), 0);
    return;
  }
  if (!has_movable(mover.variant, mover.subspace)) return;
  if (mover.is_major()) {
    for (const MajorMove& move : mover.moves->all(block))
      for (std::uint32_t group = 0; group < geometry.groups(); ++group)
        blocked[group] &= geometry.has(move.to)[group];
    return;
  }
  const PackedIndex free(geometry.free_points(block));
  for (const MinorStep step : minor_steps(geometry, free, mover.stones_fly()))
    for (std::uint32_t group = 0; group < geometry.groups(); ++group)
      blocked[group] &= ~geometry.has(step.from)[group] | geometry.has(step.to)[group];
}

void raise_all(std::span<const GroupBits> source, Key key, std::uint8_t* best) {
  for (const GroupBits& entry : source)
    for (std::uint64_t bits = entry.bits; bits; bits &= bits - 1) {
      std::uint8_t& slot = best[std::size_t{entry.group} * kGroupSize + std::countr_zero(bits)];
      slot = std::max(slot, key);
    }
}

}  // namespace millstone
