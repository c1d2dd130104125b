#include "game/text_stage.h"

#include "game/blocked_side.h"
#include "game/moves.h"

namespace mill {
namespace {

constexpr Stage kOver = {'o', '?'};

void add(std::vector<Stage>& stages, char phase, std::string_view actions) {
  for (const char action : actions) stages.push_back({phase, action});
}

/// Whether a side may have an empty hand and move while the other still places.
bool hands_may_differ(const Rules& rules) {
  return rules.move_while_placing || rules.takes_from_hand();
}

/// Whether the side to move, with nothing due, takes a stone because it has no step.
bool takes_without_a_step(const Variant& variant, Position position) {
  position.removals = 0;
  const std::vector<Action> actions = generate_actions(variant, position);
  return !actions.empty() && actions.front().kind == Action::Kind::kRemove;
}

/// A removal that is pending in the position.
void add_removals(const Variant& variant, const Position& position, std::vector<Stage>& stages) {
  if (position.hands() > 0) {
    add(stages, 'p', "r");
    const bool may_have_moved =
        position.own_hand > 0 ? variant.rules.move_while_placing : hands_may_differ(variant.rules);
    if (may_have_moved) add(stages, 'm', "r");
    return;
  }
  if (position.goes_on || position.memory.ends_placing || position.memory.marked) {
    add(stages, 'p', "r");
    return;
  }
  if (variant.rules.defender_moves_first || variant.rules.counts_mills()) {
    add(stages, 'm', "r");
    if (!variant.rules.counts_mills()) add(stages, 'p', "r");
    return;
  }
  // Either phase describes it, but one of them may be read as something else.
  const bool placed =
      is_blocked_removal(variant, position, {.phase = 'm', .own = position.removals});
  add(stages, placed ? 'p' : 'm', "r");
  add(stages, placed ? 'm' : 'p', "r");
}

/// A step, or what stands in its place.
void add_steps(const Variant& variant, const Position& position, std::vector<Stage>& stages) {
  const bool in_hand = position.hands() > 0;
  if (position.own_hand > 0) {
    add(stages, 'p', "p");
    if (variant.rules.move_while_placing) add(stages, 'p', "s");
    if (variant.rules.move_while_placing) add(stages, 'm', "sp");
  } else if (in_hand) {
    if (hands_may_differ(variant.rules)) add(stages, 'm', "sp");
    add(stages, 'p', "s");
  } else {
    add(stages, 'm', "sp");
  }
  if (takes_without_a_step(variant, position)) add(stages, 'm', "r");
  if (position == start_position(variant)) {
    add(stages, 'r', "p?");
    add(stages, 'n', "p?");
  }
}

}  // namespace

std::vector<Stage> stages_of(const Variant& variant, const Position& position) {
  std::vector<Stage> stages;
  const bool decided = status(variant, position) != Status::kOpen;
  if (decided) stages.push_back(kOver);
  if (position.removals)
    add_removals(variant, position, stages);
  else
    add_steps(variant, position, stages);
  if (decided) add(stages, kOver.phase, "psr");
  return stages;
}

bool is_between_two(const Variant& variant, const Position& position) {
  const Rules& rules = variant.rules;
  return board_full_act(rules) == BlockedAct::kRemovesInTurn &&
         position.own_total() == rules.piece_count &&
         position.opponent_total() == rules.piece_count - 1 &&
         count(position.occupied()) == variant.board->points() - 1;
}

bool is_blocked_removal(const Variant& variant, const Position& position, const DueRemovals& due) {
  if (due.phase != 'm' || due.own != 1 || !takes_without_a_step(variant, position)) return false;
  const Rules& rules = variant.rules;
  if (position.occupied() == variant.board->all())
    return due.other == (board_full_act(rules) == BlockedAct::kRemovesInTurn ? 1 : 0);
  if (due.other) return false;
  if (stalemate_act(rules) == BlockedAct::kRemovesAndMoves) return due.stalemate == 1;
  if (stalemate_act(rules) == BlockedAct::kRemovesInTurn) return due.stalemate == 2;
  return !is_between_two(variant, position);
}

}  // namespace mill
