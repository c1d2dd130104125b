#pragma once

#include <cstddef>

#include "game/subspace.h"
#include "game/variant.h"

namespace mill {

/// Numbers all subspaces of a variant by their four counts and who plays, for tables with an entry
/// each. Those in which stones are due share the numbers of those in which none are.
class SubspaceIndex {
 public:
  explicit SubspaceIndex(const Variant& variant)
      : stride_(variant.rules.piece_count + 1), keeps_mover_(keeps_mover(variant)) {}

  /// How long a table is.
  std::size_t size() const { return half() * (keeps_mover_ ? 2 : 1); }

  /// Whether subspaces tell who plays (keeps_mover()).
  bool asks_mover() const { return keeps_mover_; }

  /// Whether the variant has that many stones, on the board and in hand together.
  bool allows(int own_total, int opponent_total) const {
    return own_total < stride_ && opponent_total < stride_;
  }

  /// The number of a subspace, below size(); the variant must allow its stones. Of the first
  /// player, if it matters who plays.
  std::size_t at(int own, int opponent, int own_hand, int opponent_hand) const {
    const int index = ((own_hand * stride_ + opponent_hand) * stride_ + own) * stride_ + opponent;
    return static_cast<std::size_t>(index);
  }
  std::size_t at(const Subspace& s) const {
    return at(s.own, s.opponent, s.own_hand, s.opponent_hand) +
           (s.mover == Mover::kSecond ? half() : 0);
  }

  /// The number of the subspace of a position with these stones on the board.
  std::size_t at(int own, int opponent, const Position& position) const {
    const std::size_t index = at(own, opponent, position.own_hand, position.opponent_hand);
    return keeps_mover_ && is_second(position) ? index + half() : index;
  }

 private:
  /// How many there are of one player.
  std::size_t half() const { return at(stride_ - 1, stride_ - 1, stride_ - 1, stride_ - 1) + 1; }

  int stride_;  // stones of a side and one more
  bool keeps_mover_;
};

}  // namespace mill
