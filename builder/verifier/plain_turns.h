#pragma once

#include "game/moves.h"
#include "game/subspace.h"

namespace mill::verifier {

/// The best that a side can get, action by action as a game is played, with the plain move
/// generator.
///
/// `Worths` says what is compared: `Worth`, a type; `variant()`; `lost()`, `drawn()` and
/// `won_in_one()`, of positions in which the game is over; `in_table(position)`, what stands in a
/// table; `before(here, played, after)`, what `after` is to who began the turn in `here`; and
/// `is_better(left, right)`.
template <typename Worths>
class PlainTurns {
 public:
  using Worth = typename Worths::Worth;

  explicit PlainTurns(Worths worths) : worths_(std::move(worths)) {}

  /// @param position  in which a turn begins
  Worth best(const Position& position) const { return best_of_actions(position, position, 0); }

 private:
  /// What a position that a whole turn leads to is worth to its side to move.
  Worth after_turn(const Position& position) const {
    const Variant& variant = worths_.variant();
    if (has_lost(variant.rules, position)) return worths_.lost();
    // Both sides take stones, of a full board, where one is blocked, or of those that mills have
    // counted, before anybody moves.
    if (!is_settled(variant, position)) return best(position);
    // The hands that the rules empty may have held what the opponent needs.
    if (opponent_has_lost(variant.rules, position)) return worths_.won_in_one();
    return worths_.in_table(position);
  }

  /// @param here    in which the turn began
  /// @param lowest  as in generate_actions_from()
  Worth best_of_actions(const Position& here, const Position& position, int lowest) const {
    const Variant& variant = worths_.variant();
    const Status now = status(variant, position);
    if (now != Status::kOpen) return ends_in_draw(variant, now) ? worths_.drawn() : worths_.lost();
    Worth best = worths_.lost();
    for (const Action& action : generate_actions_from(variant, position, lowest)) {
      const Played played = play(variant, position, action);
      const Worth mine = turn_goes_on(position, action, played)
                             ? best_of_actions(here, played.position,
                                               lowest_after(variant, position, action, played))
                             : worths_.before(here, played, after_turn(played.position));
      if (worths_.is_better(mine, best)) best = mine;
    }
    return best;
  }

  Worths worths_;
};

}  // namespace mill::verifier
