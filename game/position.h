#pragma once

#include <cstdint>
#include <string>

#include "base/bits.h"
#include "base/error.h"
#include "game/variant.h"

namespace mill {

/// What only the rarer rules have to remember, beyond stones and hands; under all others it is as
/// it is here.
struct Memory {
  Mask marked = 0;         ///< points that are blocked until placing ends (kMark)
  Mask own_used = 0;       ///< points of the lines that have earned a removal (oneTimeUseMill)
  Mask opponent_used = 0;  ///< ... of the other side
  /// With removals pending, and beside `targets`: stones of which none or all that are due go
  /// (interventionCapture).
  Mask together = 0;

  /// What restrictRepeatedMillsFormation asks of a side's last move: that it closed a mill. With
  /// both ends the same there is none.
  struct MillMove {
    std::int8_t from = 0, to = 0;
    bool exists() const { return from != to; }
    friend bool operator==(const MillMove&, const MillMove&) = default;
  };
  MillMove own_mill, opponent_mill;

  /// With removals pending: how many the other side takes next (kRemoveWhenPlacingEnds).
  std::uint8_t opponent_removals = 0;
  bool from_own = false;  ///< ... and that each side takes stones of its own

  /// What the pending removals were earned by.
  enum class Cause : std::uint8_t {
    kMill,           ///< or by what a blocked side does
    kCapture,        ///< custodianCapture (`targets`), interventionCapture (`together`), or both
    kLeap,           ///< leapCapture (`targets`)
    kCaptureOrMill,  ///< the first stone taken says which of them
  };
  Cause cause = Cause::kMill;

  bool ends_placing =
      false;  ///< ... by the placement that has emptied both hands (kRemoveWhenPlacingEnds)
  /// The side to move is not the one that its hands tell, were both to place in turn:
  /// has_colours().
  bool out_of_turn = false;
  /// The side to move has lost its last stone but two, where counts do not tell (takes_from_hand).
  bool has_lost = false;

  friend bool operator==(const Memory&, const Memory&) = default;
};

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
  Memory memory;

  constexpr Position() = default;
  constexpr Position(Mask own_stones, Mask opponent_stones, std::uint8_t in_own_hand = 0,
                     std::uint8_t in_opponent_hand = 0, std::uint8_t due = 0,
                     bool same_side_goes_on = false, Mask due_targets = 0,
                     const Memory& remembered = {})
      : own(own_stones),
        opponent(opponent_stones),
        own_hand(in_own_hand),
        opponent_hand(in_opponent_hand),
        removals(due),
        goes_on(same_side_goes_on),
        targets(due_targets),
        memory(remembered) {}

  /// The points that are not empty.
  Mask occupied() const { return own | opponent | memory.marked; }
  int hands() const { return own_hand + opponent_hand; }  ///< stones in both hands
  int own_total() const { return count(own) + own_hand; }
  int opponent_total() const { return count(opponent) + opponent_hand; }

  friend bool operator==(const Position&, const Position&) = default;
};

/// The same position with the other side to move; nothing pending.
constexpr Position turned(const Position& position) {
  Position result{position.opponent, position.own, position.opponent_hand, position.own_hand};
  result.memory.marked = position.memory.marked;
  result.memory.own_used = position.memory.opponent_used;
  result.memory.opponent_used = position.memory.own_used;
  result.memory.own_mill = position.memory.opponent_mill;
  result.memory.opponent_mill = position.memory.own_mill;
  return result;
}

/// The empty board with all stones in hand.
Position start_position(const Variant& variant);

/// Refuses stones on one another or off the board, too many stones, a pending removal without a
/// stone to remove, and `goes_on` where no placement can have ended placing. The message says
/// which.
Result<void> check_position(const Variant& variant, const Position& position);

/// Whether rules ask who plays first where hands need not tell, so that positions keep it
/// (Memory::out_of_turn).
bool has_colours(const Variant& variant);

/// Whether any rule has something to remember beyond stones and hands, so that the memory of a
/// position must be looked at.
bool has_memory(const Variant& variant);

/// Whether the side to move is the second player: as hands tell while both place in turn, unless
/// the position remembers that it is otherwise. False once both hands are empty.
bool is_second(const Position& position);

/// The same position, to be remembered as that of the second player or of the first.
Position with_player(const Variant& variant, Position position, bool second);

/// Whether the side to move flies: its stones are few enough and the rules allow it.
bool flies(const Rules& rules, int stones_on_board, int stones_in_hand);

}  // namespace mill
