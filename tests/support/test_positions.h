#pragma once

#include <string>
#include <string_view>

#include "game/moves.h"
#include "game/position_text.h"
#include "game/subset_rank.h"
#include "game/subspace.h"

namespace mill {

/// The variant most tests play.
Variant nine_mens_morris();

/// Three stones per side on a grid of 3 x 3 points with diagonals: small enough to try everything.
/// Not compiled in; a test of what must hold on any board.
Variant three_mens_morris();

/// Six stones per side on two rings of eight points, without diagonals.
Variant six_mens_morris();

/// A board text of a test, which must be right.
Board board_from(std::string_view text);

/// A position text of a test, which must be right.
Position position_from(const Variant& variant, std::string_view text);

/// The position with stones on the named points: placed(variant, "a1 d7", "g4").
Position placed(const Variant& variant, std::string_view own, std::string_view opponent,
                int own_hand = 0, int opponent_hand = 0);

/// The legal turns as text, sorted, with a space between.
std::string turns_from(const Variant& variant, const Position& position);

/// The position as a picture and the command that shows it again: for the message of a test.
/// @code EXPECT_EQ(found, expected) << shown(variant, position); @endcode
std::string shown(const Variant& variant, const Position& position);

/// The least image of a position under the symmetries of the board, found by trying them all.
Position smallest_image(const Board& board, const Position& position);

/// Calls `visit(position)` for every way to put the stones of the subspace on the board.
template <typename Visit>
void for_each_position(const Board& board, const Subspace& subspace, Visit&& visit) {
  const SubsetRank own_ranks(board.points(), subspace.own);
  const SubsetRank opponent_ranks(board.points() - subspace.own, subspace.opponent);
  const std::vector<Mask> opponents = opponent_ranks.all();
  const SubsetRank mark_ranks(opponent_ranks.n() - subspace.opponent, subspace.marked);
  for (Mask own : own_ranks.all())
    for (Mask packed : opponents) {
      const Mask opponent = expand(packed, board.all() & ~own);
      for (Mask marks : mark_ranks.all())
        visit(
            with_counts(subspace, {own, opponent}, expand(marks, board.all() & ~own & ~opponent)));
    }
}

}  // namespace mill
