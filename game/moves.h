#pragma once

#include <vector>

#include "game/position.h"

namespace millstone {

/// One token on the wire: placing, sliding or flying, or removing a stone.
struct Action {
  enum class Kind : std::uint8_t { kPlace, kMove, kRemove };
  Kind kind = Kind::kPlace;
  std::int8_t from = -1;  ///< only for kMove
  std::int8_t to = -1;    ///< the point placed on, moved to, or emptied
  friend bool operator==(const Action&, const Action&) = default;
};

/// One whole ply: a placement (from < 0), slide or flight with the removals it earns. When a
/// removal was pending, `to` is negative too and only the removals are left.
struct Turn {
  std::int8_t from = -1;
  std::int8_t to = -1;
  Mask removed = 0;
  friend bool operator==(const Turn&, const Turn&) = default;
};

/// How a game stands before the side to move acts.
enum class Status : std::uint8_t {
  kOpen,
  kTooFewStones,  ///< the side to move can never have three stones again: it has lost
  kBlocked,       ///< the side to move has no legal action: it has lost
  kBoardFull,     ///< placing ended on a full board: boardFullAction decides
};
Status status(const Variant& variant, const Position& position);

/// Outcome of a position that is not open: a loss in 0, or a draw.
bool ends_in_draw(const Variant& variant, Status status);

/// Stones of `position.opponent` that may be taken: not from a mill unless all are in mills or the
/// rules say so.
Mask removable(const Variant& variant, Mask opponent_stones);

/// All actions of the side to move, in the order place, move, remove and by points; only removals
/// when one is pending. Empty unless the position is open.
std::vector<Action> generate_actions(const Variant& variant, const Position& position);

/// The position after a legal action. The side to move stays the same when a removal is due.
Position apply(const Variant& variant, const Position& position, const Action& action);

/// All turns of the side to move; each legal choice of removals is a turn of its own.
std::vector<Turn> generate_turns(const Variant& variant, const Position& position);

/// The position after a legal turn, seen by the next side to move.
Position apply(const Variant& variant, const Position& position, const Turn& turn);

}  // namespace millstone
