#pragma once

#include <vector>

#include "game/position.h"

namespace mill {

/// One token on the wire: placing, sliding or flying, removing a stone, or passing.
struct Action {
  enum class Kind : std::uint8_t { kPlace, kMove, kRemove, kPass };
  Kind kind = Kind::kPlace;
  std::int8_t from = -1;  ///< only for kMove
  std::int8_t to = -1;    ///< the point placed on, moved to, or emptied; -1 for kPass
  friend bool operator==(const Action&, const Action&) = default;
};

/// One whole ply: a placement (from < 0), slide or flight with the removals it earns. Where no
/// stone is set or moved `to` is negative too: a pending removal, the removal that a blocked side
/// or a full board makes, or, with nothing removed, a pass. Stones that the opponent loses from
/// hand follow from the position and the rules.
///
/// Under isDefenderMoveFirst the ply that ends placing has two halves, each a Turn: the placement,
/// after which keeps_turn() holds, and the first move.
struct Turn {
  std::int8_t from = -1;
  std::int8_t to = -1;
  Mask removed = 0;
  friend bool operator==(const Turn&, const Turn&) = default;
};

/// How a game stands before the side to move acts. A side whose opponent has too few stones has won
/// with its next turn, which is a pass if it has no other.
enum class Status : std::uint8_t {
  kOpen,
  kTooFewStones,  ///< the side to move can never have three stones again: it has lost
  kCannotPlace,   ///< stones in hand and no legal action: the side to move has lost
  kBlocked,       ///< no legal move while moving: stalemateAction decides, a loss or a draw
  kBoardFull,     ///< placing ended on a full board: boardFullAction decides
};
Status status(const Variant& variant, const Position& position);

/// Whether the side to move has too few stones to go on. Counts tell, but not where what is lost
/// from the hand alone never ends a game (hand_losses_are_free()).
bool has_lost(const Rules& rules, const Position& position);

/// The same of the other side, as counts tell; whatever the side to move plays, it has won then.
bool opponent_has_lost(const Rules& rules, const Position& position);

/// Whether what is lost from the hand alone never ends a game.
bool hand_losses_are_free(const Rules& rules);

/// Outcome of a position that is not open: a loss in 0, or a draw.
bool ends_in_draw(const Variant& variant, Status status);

/// Those of a side's stones that may be taken: not from a mill unless all are in mills or the rules
/// say so.
Mask removable(const Variant& variant, Mask stones);

/// Stones that a pending removal may take; of the side to move itself if Memory::from_own.
Mask due_targets(const Variant& variant, const Position& position);

/// Stones of which a side takes one in answer to the one that a full board or a blocked side has
/// taken (BlockedAct::kRemovesInTurn), as Position::targets has it. On a board that was full 0
/// says: those that a mill may; else there is none to take, and the side that was blocked moves.
Mask answer_targets(const Variant& variant, const Position& position, bool board_was_full);

/// What a turn that completes lines takes from the opponent, by the rule fields mayRemoveMultiple
/// and millFormationActionInPlacingPhase. Removal stops when the opponent has too few stones left
/// to go on or none on the board; a side without a stone on the board loses nothing.
struct Removal {
  int from_hand = 0;
  int from_board = 0;
  friend bool operator==(const Removal&, const Removal&) = default;
};

/// @param places          whether the lines were completed by placing a stone
/// @param lines           lines completed at once
/// @param opponent_stones stones of the opponent on the board
/// @param opponent_hand   ... and in hand
Removal earned_removal(const Rules& rules, bool places, int lines, int opponent_stones,
                       int opponent_hand);

/// Stones to take of those that Memory::together names, until the opponent has too few to go on.
int due_by_intervention(const Rules& rules, const Position& position);

/// Whether the side to move may set a stone, or move one, as far as its counts tell.
bool may_place(int own_hand);
bool may_move(const Rules& rules, int own_hand);

/// All actions of the side to move, in the order place, move, leap, remove and by points; only
/// removals when one is pending. Empty unless the position is open.
std::vector<Action> generate_actions(const Variant& variant, const Position& position);

/// The same for walks through whole turns, which meet each set of stones that are taken once: where
/// their order does not matter only those from the point `lowest` on are listed.
/// @param lowest  lowest_after() of the action before; 0 where the turn begins
std::vector<Action> generate_actions_from(const Variant& variant, const Position& position,
                                          int lowest);

/// Whether the side to move may play the action.
bool is_legal(const Variant& variant, const Position& position, const Action& action);

/// A position and whose view it is.
struct Played {
  Position position;
  bool same_side = false;  ///< the side that acted is still to move
};

/// The position after a legal action. The side to move stays the same while its turn goes on.
Played play(const Variant& variant, const Position& position, const Action& action);
inline Position apply(const Variant& variant, const Position& position, const Action& action) {
  return play(variant, position, action).position;
}

/// The point from which on a turn goes on to take stones that were due with the one just taken,
/// where their order does not matter; else 0.
/// @param after  what play() makes of `before`
int lowest_after(const Variant& variant, const Position& before, const Action& action,
                 const Played& after);

/// Whether the turn that a legal action belongs to has more actions: stones to take, or the move of
/// a side that has taken the one that blocked it.
/// @param after  what play() makes of `before`
bool turn_goes_on(const Position& before, const Action& action, const Played& after);

/// All turns of the side to move, each once; each legal choice of removals is a turn of its own.
std::vector<Turn> generate_turns(const Variant& variant, const Position& position);

/// The actions that a turn is made of, so that playing them one by one is playing the turn. Several
/// stones taken for mills stand in the order of their points, which the rules need not allow (see
/// legal_actions()): what is reached does not depend on it.
std::vector<Action> actions_of(const Variant& variant, const Position& position, const Turn& turn);

/// The same in an order in which each action is legal. The turn need not be whole: stones that
/// remain to be taken may be missing.
/// @return empty if there is no such order
std::vector<Action> legal_actions(const Variant& variant, const Position& position,
                                  const Turn& turn);

/// The position after a legal turn, which is that after its actions, seen by the next side to move:
/// the other one unless keeps_turn().
Played play(const Variant& variant, const Position& position, const Turn& turn);
inline Position apply(const Variant& variant, const Position& position, const Turn& turn) {
  return play(variant, position, turn).position;
}

/// Whether the same side goes on after `turn` within the same ply (isDefenderMoveFirst).
inline bool keeps_turn(const Variant& variant, const Position& position, const Turn& turn) {
  return play(variant, position, turn).same_side;
}

/// Whether rules say of a player that it moves first once both hands are empty, whoever has placed
/// last: the second player under isDefenderMoveFirst, else, where marked points vanish then or
/// removals are counted, the first one. Removals that a last placement earns come before that move.
bool moves_first(const Rules& rules, bool second);

/// Whether both hands are emptied on a board with so many stones (stopPlacingWhenTwoEmptySquares).
bool stops_placing(const Variant& variant, int stones_on_board);

/// Whether both hands are empty once the stones are taken that are due, if by the rule above.
bool leaves_no_hands(const Variant& variant, const Position& position);

}  // namespace mill
