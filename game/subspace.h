#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "game/position.h"

namespace mill {

/// Who plays, where rules ask for it and stones in hand do not tell (keeps_mover()).
enum class Mover : std::uint8_t { kUntold, kFirst, kSecond };

constexpr Mover other_mover(Mover mover) {
  if (mover == Mover::kUntold) return mover;
  return mover == Mover::kFirst ? Mover::kSecond : Mover::kFirst;
}

/// All positions with the same four counts, and the same of what the rarer rules have to remember.
struct Subspace {
  int own = 0, opponent = 0;            ///< stones on the board
  int own_hand = 0, opponent_hand = 0;  ///< stones in hand
  int marked = 0;                       ///< marked points; they follow from the counts
  /// Stones that the side to move takes before anybody moves; negative: of its own. Of what mills
  /// take when placing ends, the part of the side that comes second.
  int due = 0;
  Mover mover = Mover::kUntold;  ///< the side to move

  /// "5-4", or "5-4+3-2" when a hand is not empty; behind that "x2" or "x-1" where stones are due,
  /// "w" or "b" for the first or the second player.
  std::string text() const;

  int stones() const { return own + opponent; }           ///< on the board
  int hands() const { return own_hand + opponent_hand; }  ///< in both hands

  /// The subspace the turn passes to when nothing is placed or removed.
  Subspace mirror() const {
    return {opponent, own, opponent_hand, own_hand, marked, 0, other_mover(mover)};
  }

  /// Whether the numbering takes the stones of the side to move as the major ones: those of the
  /// side with more stones on the board, then with more in hand; all being equal, of the side to
  /// move.
  bool own_is_major() const { return own != opponent ? own > opponent : own_hand >= opponent_hand; }

  friend auto operator<=>(const Subspace&, const Subspace&) = default;
};

/// The subspace of a position of which no part of a turn is pending; is_settled().
Subspace subspace_of(const Variant& variant, const Position& position);

/// The stones on the board, with all else as the subspace says.
Position with_counts(const Subspace& subspace, Position stones, Mask marked);

/// Whether a position that whole turns lead to is one of a subspace: no stones are to be taken but
/// those that the side coming second takes when placing has ended, and neither side is forbidden a
/// step by what its last move was (forbids_step_back()). Others are on the way to one, which they
/// reach by taking stones or once both sides have moved, or with a stone less.
bool is_settled(const Variant& variant, const Position& position);

/// The same subspace with as many marked points as its other counts ask for.
Subspace subspace_with_marks(const Variant& variant, Subspace subspace);

/// Whether positions of the variant have to keep who plays, since rules ask for it and stones in
/// hand do not tell.
bool keeps_mover(const Variant& variant);

/// Reads what Subspace::text() writes, of rules that can be solved (check_solvable()); the message
/// says what is wrong with the text or which count the variant does not allow.
Result<Subspace> parse_subspace(const Variant& variant, std::string_view text);

/// Subspaces that follow from `roots` (or equal one) by the counts alone, each after everything it
/// depends on, and the two of a pair side by side: by stones in hand, then by stones on the board,
/// then by the larger count. Those in which a side has fewer than piecesAtLeastCount stones are
/// decided without a file and not listed.
std::vector<Subspace> closure(const Variant& variant, const std::vector<Subspace>& roots);

/// Number of positions of the subspace up to the symmetries of the board (Burnside's formula).
std::uint64_t class_count(const Board& board, const Subspace& subspace);

}  // namespace mill
