#include "engine/proof/proof_walk.h"

#include <algorithm>

namespace mill {

ActionList ProofWalk::actions_of(const Goal& goal) const {
  ActionList actions;
  if (!knowledge_.moves().has_too_few(goal.at)) knowledge_.moves().generate(goal.at, actions);
  return actions;
}

Goal ProofWalk::after(const Goal& goal, const Action& action) const {
  const SearchPosition next = knowledge_.moves().play(goal.at, action);
  return {next, next.side == goal.at.side ? goal.claim : turned(goal.claim)};
}

std::optional<Action> ProofWalk::proving_action(const Goal& goal) {
  const ActionList actions = actions_of(goal);
  const auto find = [&](const auto& proves) -> std::optional<Action> {
    const auto found = std::find_if(actions.begin(), actions.end(), [&](const Action& action) {
      return proves(after(goal, action));
    });
    if (found == actions.end()) return std::nullopt;
    return *found;
  };
  if (auto known = find([&](const Goal& next) { return is_known(next); })) return known;
  if (auto remembered = find(
          [&](const Goal& next) { return search_.remembers(next.at, next.claim).value_or(false); }))
    return remembered;
  return find([&](const Goal& next) { return prove(next).value_or(false); });
}

std::vector<Action> example_line(ProofWalk& walk, Goal goal, int actions) {
  std::vector<Action> played;
  while (static_cast<int>(played.size()) < actions && !walk.is_known(goal)) {
    std::optional<Action> action;
    if (goal.claim.by_mover) {
      action = walk.proving_action(goal);
    } else {
      const ActionList all = walk.actions_of(goal);
      const auto open = std::find_if(all.begin(), all.end(), [&](const Action& candidate) {
        return !walk.is_known(walk.after(goal, candidate));
      });
      if (open != all.end()) action = *open;
    }
    if (!action) break;
    played.push_back(*action);
    goal = walk.after(goal, *action);
  }
  return played;
}

}  // namespace mill
