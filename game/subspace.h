#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "game/position.h"

namespace mill {

/// All positions with the same four counts.
struct Subspace {
  int own = 0, opponent = 0;            ///< stones on the board
  int own_hand = 0, opponent_hand = 0;  ///< stones in hand

  /// "5-4", or "5-4+3-2" when a hand is not empty.
  std::string text() const;

  /// The subspace the turn passes to when nothing is placed or removed.
  Subspace mirror() const { return {opponent, own, opponent_hand, own_hand}; }

  /// Whether the numbering takes the stones of the side to move as the major ones: those of the
  /// side with more stones on the board, then with more in hand; all being equal, of the side to
  /// move.
  bool own_is_major() const { return own != opponent ? own > opponent : own_hand >= opponent_hand; }

  friend auto operator<=>(const Subspace&, const Subspace&) = default;
};

Subspace subspace_of(const Position& position);

/// Reads "5-4" or "5-4+3-2", of rules that can be solved (check_solvable()); the message says what
/// is wrong with the text or which count the variant does not allow.
Result<Subspace> parse_subspace(const Variant& variant, std::string_view text);

/// Subspaces that follow from `roots` (or equal one) by the counts alone, each after everything it
/// depends on, and the two of a pair side by side: by stones in hand, then by stones on the board,
/// then by the larger count. Those in which a side has fewer than piecesAtLeastCount stones are
/// decided without a file and not listed.
std::vector<Subspace> closure(const Variant& variant, const std::vector<Subspace>& roots);

/// Number of positions of the subspace up to the symmetries of the board (Burnside's formula).
std::uint64_t class_count(const Board& board, const Subspace& subspace);

}  // namespace mill
