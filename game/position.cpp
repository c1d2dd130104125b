#include "game/position.h"

#include "game/moves.h"

namespace mill {
namespace {

Result<void> check_side(const Variant& variant, const char* side, Mask stones, int hand) {
  const int total = count(stones) + hand;
  if (total > variant.rules.piece_count)
    return fail(ErrorCode::kInvalidArgument, "{} has {} stones, the rules allow {}", side, total,
                variant.rules.piece_count);
  return {};
}

/// Refuses what no rule of the variant has to remember, and what does not fit on the board.
Result<void> check_memory(const Variant& variant, const Position& position) {
  const Rules& rules = variant.rules;
  const Memory& memory = position.memory;
  const Mask used = memory.own_used | memory.opponent_used;
  const bool moved = memory.own_mill.exists() || memory.opponent_mill.exists();
  const bool counted = memory.opponent_removals || memory.from_own || memory.ends_placing;
  const bool captures = memory.cause != Memory::Cause::kMill;
  const bool foreign = (memory.marked && !rules.marks()) || (used && !rules.one_time_mills) ||
                       (moved && !rules.restrict_repeated_mills) ||
                       (captures && !rules.has_captures()) || (counted && !rules.counts_mills()) ||
                       (memory.out_of_turn && !has_colours(variant)) ||
                       (memory.has_lost && !hand_losses_are_free(rules));
  if (foreign)
    return fail(ErrorCode::kInvalidArgument,
                "the position remembers what no rule of the variant asks for");
  if ((memory.marked | used | memory.together) & ~variant.board->all())
    return fail(ErrorCode::kInvalidArgument, "a remembered point is outside the board");
  for (const auto& [from, to] : {memory.own_mill, memory.opponent_mill})
    if (from < 0 || to < 0 || from >= variant.board->points() || to >= variant.board->points())
      return fail(ErrorCode::kInvalidArgument, "a remembered move leaves the board");
  if (memory.marked & (position.own | position.opponent))
    return fail(ErrorCode::kInvalidArgument, "a stone stands on a marked point");
  return {};
}

/// Refuses removals without a stone to take, and stones to take that are not the opponent's.
Result<void> check_removals(const Variant& variant, const Position& position) {
  const Rules& rules = variant.rules;
  const Memory& memory = position.memory;
  if (position.removals > count(memory.from_own ? position.own : position.opponent))
    return fail(ErrorCode::kInvalidArgument, "a removal is pending but there is no stone to take");
  const bool may_go_on = moves_first(rules, true) || moves_first(rules, false);
  if (position.goes_on && (!may_go_on || position.removals == 0))
    return fail(ErrorCode::kInvalidArgument,
                "the side to move cannot go on after a removal: no placement has ended placing");
  const bool by_capture = memory.cause != Memory::Cause::kMill;
  const Mask named = position.targets | memory.together;
  const bool are_enough =
      0 < position.removals && (by_capture || position.removals <= count(position.targets));
  if (named ? named & ~position.opponent || !are_enough : by_capture)
    return fail(ErrorCode::kInvalidArgument,
                "the stones that may be taken are not as many of the opponent's as must be");
  return {};
}

}  // namespace

Position start_position(const Variant& variant) {
  const auto hand = static_cast<std::uint8_t>(variant.rules.piece_count);
  return {0, 0, hand, hand};
}

Result<void> check_position(const Variant& variant, const Position& position) {
  if ((position.own | position.opponent) & ~variant.board->all())
    return fail(ErrorCode::kInvalidArgument, "a stone stands outside the board");
  if (position.own & position.opponent)
    return fail(ErrorCode::kInvalidArgument, "two stones stand on {}",
                variant.board->point_names[lowest(position.own & position.opponent)]);
  MILLSTONE_TRY(check_side(variant, "the side to move", position.own, position.own_hand));
  MILLSTONE_TRY(check_side(variant, "the opponent", position.opponent, position.opponent_hand));
  if (position.memory != Memory{}) MILLSTONE_TRY(check_memory(variant, position));
  return check_removals(variant, position);
}

bool has_colours(const Variant& variant) {
  const Rules& rules = variant.rules;
  const bool may_fill = 2 * rules.piece_count == variant.board->points();
  switch (rules.placing_mill_action) {
    case PlacingMillAction::kRemoveFromHandAndGoOn:
    case PlacingMillAction::kMark:
    case PlacingMillAction::kRemoveWhenPlacingEnds:
      return true;
    case PlacingMillAction::kRemoveFromHand:  // no board is filled once a hand has lost a stone
      return rules.defender_moves_first;
    default:
      break;
  }
  return rules.defender_moves_first ||
         (may_fill && rules.board_full_action != BoardFullAction::kDraw);
}

bool has_memory(const Variant& variant) {
  const Rules& rules = variant.rules;
  return rules.marks() || rules.one_time_mills || rules.restrict_repeated_mills ||
         rules.has_captures() || rules.counts_mills() || hand_losses_are_free(rules) ||
         has_colours(variant);
}

bool is_second(const Position& position) {
  if (position.hands() == 0) return false;
  const int before = position.own_hand + (position.removals > 0);
  return (before > position.opponent_hand) != position.memory.out_of_turn;
}

Position with_player(const Variant& variant, Position position, bool second) {
  position.memory.out_of_turn = false;
  const bool in_hand = position.hands() > 0;
  position.memory.out_of_turn = in_hand && has_colours(variant) && is_second(position) != second;
  return position;
}

bool flies(const Rules& rules, int stones_on_board, int stones_in_hand) {
  if (!rules.may_fly) return false;
  if (!rules.fly_counts_hand)
    return stones_in_hand == 0 && stones_on_board <= rules.fly_piece_count;
  return stones_on_board + stones_in_hand <= rules.fly_piece_count;
}

}  // namespace mill
