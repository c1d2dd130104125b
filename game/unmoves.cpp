#include "game/unmoves.h"

#include <algorithm>

#include "game/blocked_side.h"

namespace mill {
namespace {

/// Where the stone that arrived on `to` may have come from. Sliding and flying know no direction.
Mask origins(const Variant& variant, const Position& before_turn, int to) {
  const Mask empty = variant.board->all() & ~before_turn.occupied();
  const bool anywhere = flies(variant.rules, count(before_turn.own), 0);
  return anywhere ? empty : empty & variant.board->neighbours[to];
}

/// Adds the un-moves of the stone on `to` over all its origins.
/// @param after  the position after the step, still seen by the side that moved
/// @param taken  the stone the turn removed, back on `after`; 0 if none
void take_back(const Variant& variant, const Position& after, int to, Mask taken,
               std::vector<Unmove>& result) {
  for_each_bit(origins(variant, after, to), [&](int from) {
    Position before = after;
    before.own = (after.own & ~bit(to)) | bit(from);
    result.push_back(
        {{static_cast<std::int8_t>(from), static_cast<std::int8_t>(to), taken}, before});
  });
}

/// Whether a turn takes back to one step and at most one stone: what take_back() knows.
bool is_ordinary(const Rules& rules) {
  return !rules.remove_multiple && !rules.has_captures() && !rules.restrict_repeated_mills &&
         !hand_losses_are_free(rules) && !has_turn(stalemate_act(rules)) &&
         !has_turn(board_full_act(rules));
}

/// Calls `visit(subset)` for all subsets of `points` with at most `most` elements.
template <typename Visit>
void for_each_subset(Mask points, int most, Mask chosen, const Visit& visit) {
  visit(chosen);
  if (most == 0) return;
  for_each_bit(points, [&](int point) {
    for_each_subset(points & low_bits(point), most - 1, chosen | bit(point), visit);
  });
}

/// Un-moves under the rarer rules: everything that might have been is tried with the move
/// generator.
class TriedUnmoves {
 public:
  TriedUnmoves(const Variant& variant, const Position& position)
      : variant_(variant), position_(position), after_(turned(position)) {}

  std::vector<Unmove> run() {
    const int room = variant_.rules.piece_count - after_.opponent_total();
    const int most = std::min(room, variant_.board->most_lines_at_a_point() + 1);
    const Mask empty = variant_.board->all() & ~after_.occupied();
    for_each_subset(empty, most, 0, [&](Mask removed) { try_turn(-1, -1, removed); });
    for_each_bit(after_.own, [&](int to) {
      // A blocked side may move to the very point it has emptied.
      for_each_subset(empty | bit(to), most, 0, [&](Mask removed) {
        for_each_bit(empty & ~removed, [&](int from) { try_turn(from, to, removed); });
      });
    });
    return std::move(result_);
  }

 private:
  void try_turn(int from, int to, Mask removed) {
    const Turn turn{static_cast<std::int8_t>(from), static_cast<std::int8_t>(to), removed};
    Position before = after_;
    before.memory.own_mill = {};
    before.opponent |= removed;
    if (to >= 0) before.own = (after_.own & ~bit(to)) | bit(from);
    const std::vector<Turn> legal = generate_turns(variant_, before);
    if (std::find(legal.begin(), legal.end(), turn) == legal.end()) return;
    const Played played = play(variant_, before, turn);
    if (!played.same_side && played.position == position_) result_.push_back({turn, before});
  }

  const Variant& variant_;
  const Position& position_;
  Position after_;
  std::vector<Unmove> result_;
};

}  // namespace

std::vector<Unmove> unmoves(const Variant& variant, const Position& position) {
  MILLSTONE_CHECK(position.own_hand == 0 && position.opponent_hand == 0 && position.removals == 0);
  if (!is_ordinary(variant.rules)) return TriedUnmoves(variant, position).run();
  std::vector<Unmove> result;
  result.reserve(64);  // seldom more; growing would take longer than the rest
  const Position after = turned(position);
  if (after.own_total() < variant.rules.pieces_at_least_count) return result;

  const Mask empty = variant.board->all() & ~after.occupied();
  const bool room = after.opponent_total() < variant.rules.piece_count;
  for_each_bit(after.own, [&](int to) {
    const bool mill = variant.board->closes_mill(after.own, to);
    if (!mill || !after.opponent) take_back(variant, after, to, 0, result);
    if (!mill || !room) return;
    for_each_bit(empty, [&](int point) {
      Position restored = after;
      restored.opponent |= bit(point);
      if (removable(variant, restored.opponent) & bit(point))
        take_back(variant, restored, to, bit(point), result);
    });
  });
  return result;
}

std::vector<Unmove> quiet_unmoves(const Variant& variant, const Position& position) {
  MILLSTONE_CHECK(position.removals == 0);
  std::vector<Unmove> result;
  Position after = turned(position);
  if (has_colours(variant)) after = with_player(variant, after, !is_second(position));
  const auto add = [&](const Action& action, const Position& before) {
    const Played played = play(variant, before, action);
    if (!played.same_side && played.position == position)
      result.push_back({{action.from, action.to, 0}, before});
  };
  const Rules& rules = variant.rules;
  if (may_move(rules, after.own_hand)) {
    const Mask empty = variant.board->all() & ~after.occupied();
    const bool anywhere = flies(rules, count(after.own), after.own_hand);
    for_each_bit(after.own, [&](int to) {
      for_each_bit(anywhere ? empty : empty & variant.board->neighbours[to], [&](int from) {
        Position before = after;
        before.own = (after.own & ~bit(to)) | bit(from);
        add({Action::Kind::kMove, static_cast<std::int8_t>(from), static_cast<std::int8_t>(to)},
            before);
      });
    });
  }
  const bool may_pass = stalemate_act(rules) == BlockedAct::kPasses;
  if (may_pass && generate_turns(variant, after) == std::vector{Turn{}})
    add({Action::Kind::kPass, -1, -1}, after);
  return result;
}

}  // namespace mill
