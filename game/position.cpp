#include "game/position.h"

namespace mill {
namespace {

Result<void> check_side(const Variant& variant, const char* side, Mask stones, int hand) {
  const int total = count(stones) + hand;
  if (total > variant.rules.piece_count)
    return fail(ErrorCode::kInvalidArgument, "{} has {} stones, the rules allow {}", side, total,
                variant.rules.piece_count);
  return {};
}

}  // namespace

Position start_position(const Variant& variant) {
  const auto hand = static_cast<std::uint8_t>(variant.rules.piece_count);
  return {0, 0, hand, hand, 0, false, 0};
}

Result<void> check_position(const Variant& variant, const Position& position) {
  if (position.occupied() & ~variant.board->all())
    return fail(ErrorCode::kInvalidArgument, "a stone stands outside the board");
  if (position.own & position.opponent)
    return fail(ErrorCode::kInvalidArgument, "two stones stand on {}",
                variant.board->point_names[lowest(position.own & position.opponent)]);
  MILLSTONE_TRY(check_side(variant, "the side to move", position.own, position.own_hand));
  MILLSTONE_TRY(check_side(variant, "the opponent", position.opponent, position.opponent_hand));
  if (position.removals > count(position.opponent))
    return fail(ErrorCode::kInvalidArgument, "a removal is pending but there is no stone to take");
  if (position.goes_on && (!variant.rules.defender_moves_first || position.removals == 0))
    return fail(ErrorCode::kInvalidArgument,
                "the side to move cannot go on after a removal: no placement has ended placing");
  const bool are_enough = 0 < position.removals && position.removals <= count(position.targets);
  if (position.targets && (position.targets & ~position.opponent || !are_enough))
    return fail(ErrorCode::kInvalidArgument,
                "the stones that may be taken are not as many of the opponent's as must be");
  return {};
}

bool flies(const Rules& rules, int stones_on_board, int stones_in_hand) {
  if (!rules.may_fly) return false;
  if (!rules.fly_counts_hand)
    return stones_in_hand == 0 && stones_on_board <= rules.fly_piece_count;
  return stones_on_board + stones_in_hand <= rules.fly_piece_count;
}

}  // namespace mill
