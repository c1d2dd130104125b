#include "game/text_play.h"

#include <limits>

namespace mill {
namespace {

/// One more; a position text may begin with any count.
int one_more(int count) { return count < std::numeric_limits<int>::max() ? count + 1 : count; }

}  // namespace

bool is_irreversible(const Action& action) {
  return action.kind == Action::Kind::kPlace || action.kind == Action::Kind::kRemove;
}

TextPosition play(const Variant& variant, const TextPosition& before, const Action& action) {
  const Played played = play(variant, before.position, action);
  TextPosition after = before;
  after.position = played.position;
  after.rule50 = is_irreversible(action) ? 0 : one_more(before.rule50);
  if (played.same_side) return after;
  after.side = other_side(before.side);
  if (before.side == Side::kBlack) after.fullmove = one_more(before.fullmove);
  return after;
}

TextPosition play(const Variant& variant, const TextPosition& before, const Turn& turn) {
  TextPosition now = before;
  for (const Action& action : actions_of(variant, before.position, turn))
    now = play(variant, now, action);
  return now;
}

}  // namespace mill
