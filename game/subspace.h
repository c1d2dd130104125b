#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "game/position.h"

namespace millstone {

/// All positions with the same four counts.
struct Subspace {
  int own = 0, opponent = 0;            ///< stones on the board
  int own_hand = 0, opponent_hand = 0;  ///< stones in hand

  /// "5-4", or "5-4+3-2" when a hand is not empty.
  std::string text() const;

  /// The subspace the turn passes to when nothing is placed or removed.
  Subspace mirror() const { return {opponent, own, opponent_hand, own_hand}; }

  friend auto operator<=>(const Subspace&, const Subspace&) = default;
};

Subspace subspace_of(const Position& position);

/// Reads "5-4" or "5-4+3-2"; the message says what is wrong with the text or which count the
/// variant does not allow.
Result<Subspace> parse_subspace(const Variant& variant, std::string_view text);

/// Subspaces with empty hands that follow from `roots` (or equal one), with their mirrors, each
/// after everything it depends on: by total of stones, then by the larger count. Subspaces in which
/// a side has fewer than piecesAtLeastCount stones are decided without a file and not listed.
std::vector<Subspace> closure(const Variant& variant, const std::vector<Subspace>& roots);

/// Number of positions of the subspace up to the symmetries of the board (Burnside's formula).
std::uint64_t class_count(const Board& board, const Subspace& subspace);

}  // namespace millstone
