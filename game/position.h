#pragma once

#include <cstdint>
#include <string>

#include "base/bits.h"
#include "base/error.h"
#include "game/variant.h"

namespace mill {

/// A position as the side to move sees it: a small value, always copied.
struct Position {
  Mask own = 0;                    ///< stones of the side to move
  Mask opponent = 0;               ///< stones of the other side
  std::uint8_t own_hand = 0;       ///< stones the side to move has still to place
  std::uint8_t opponent_hand = 0;  ///< ... and the other side
  std::uint8_t removals = 0;       ///< opponent stones the side to move must take now
  /// With removals pending: they were earned by the placement that ended placing, and the side that
  /// takes them makes the first move, too (isDefenderMoveFirst). Hands do not tell: they are empty.
  bool goes_on = false;
  /// With removals pending: the stones that they may take; 0: those that a mill may.
  Mask targets = 0;

  Mask occupied() const { return own | opponent; }
  int own_total() const { return count(own) + own_hand; }
  int opponent_total() const { return count(opponent) + opponent_hand; }

  friend bool operator==(const Position&, const Position&) = default;
};

/// The same position with the other side to move; nothing pending.
constexpr Position turned(const Position& position) {
  return {position.opponent, position.own, position.opponent_hand, position.own_hand, 0, false, 0};
}

/// The empty board with all stones in hand.
Position start_position(const Variant& variant);

/// Refuses stones on one another or off the board, too many stones, a pending removal without a
/// stone to remove, and `goes_on` where no placement can have ended placing. The message says
/// which.
Result<void> check_position(const Variant& variant, const Position& position);

/// Whether the side to move flies: its stones are few enough and the rules allow it.
bool flies(const Rules& rules, int stones_on_board, int stones_in_hand);

}  // namespace mill
