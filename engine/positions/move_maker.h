#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "engine/positions/board_tables.h"
#include "engine/positions/search_position.h"
#include "game/moves.h"

namespace mill {

/// Actions of one position, in place.
class ActionList {
 public:
  /// With n stones that fly over 32 points, and one to place, there are (n + 1) (32 - n).
  static constexpr int kRoom = 272;

  void add(const Action& action) { std::construct_at(data() + size_++, action); }
  void add(Action::Kind kind, int from, int to) {
    add({kind, static_cast<std::int8_t>(from), static_cast<std::int8_t>(to)});
  }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Action& operator[](int index) { return data()[index]; }
  const Action& operator[](int index) const { return begin()[index]; }
  const Action* begin() const { return reinterpret_cast<const Action*>(room_.data()); }
  const Action* end() const { return begin() + size_; }

 private:
  Action* data() { return reinterpret_cast<Action*>(room_.data()); }

  int size_ = 0;
  // Not filled until needed: that would take longer than most uses.
  alignas(Action) std::array<std::byte, kRoom * sizeof(Action)> room_;
};

/// The moves of one variant, made for speed; game/moves.h is the reference that tests compare it
/// with. Rules that few variants have are left to the reference. Immutable; any thread.
class MoveMaker {
 public:
  explicit MoveMaker(const Variant& variant);

  const Variant& variant() const { return variant_; }
  const BoardTables& board() const { return board_; }

  /// Whether the side to move has lost for want of stones.
  bool has_too_few(const SearchPosition& at) const {
    if (free_hand_losses_) return at.position.memory.has_lost;
    return at.own_total() < variant_.rules.pieces_at_least_count;
  }

  /// The side to move may move its stones to any empty point.
  bool flies(const SearchPosition& at) const { return flies(at.own_count, at.position.own_hand); }
  bool opponent_flies(const SearchPosition& at) const {
    return flies(at.opponent_count, at.position.opponent_hand);
  }

  /// The side to move brings a stone to any empty point: it has one in hand, or flies.
  bool moves_anywhere(const SearchPosition& at) const {
    return at.position.own_hand > 0 || flies(at);
  }
  bool opponent_moves_anywhere(const SearchPosition& at) const {
    return at.position.opponent_hand > 0 || opponent_flies(at);
  }

  /// The legal actions, in the order of generate_actions(). The side to move must not have too few
  /// stones; if there is none, status() tells why.
  void generate(const SearchPosition& at, ActionList& actions) const;

  /// Those of them that complete a line, in the same order. No removal may be due.
  void generate_completing(const SearchPosition& at, ActionList& actions) const;

  /// Whether the side to move may complete a line at once: it has one that wants a single stone,
  /// and a stone for it. Rather yes than no: the only stone in reach may be one of that line.
  bool may_complete(const SearchPosition& at) const {
    const Mask wanted = completing_points(at.position);
    return (moves_anywhere(at) ? wanted : wanted & board_.neighbours_of(at.position.own)) != 0;
  }

  /// The position after a legal action; whether the same side is still to move shows in `side`.
  SearchPosition play(const SearchPosition& at, const Action& action) const;

  /// Number of sequences of `depth` legal turns, as perft_turns().
  std::uint64_t perft_turns(const SearchPosition& at, int depth) const;

 private:
  bool opponent_has_too_few(const SearchPosition& at) const {
    return at.opponent_total() < variant_.rules.pieces_at_least_count;
  }
  bool flies(int stones, int hand) const {
    return stones + (fly_counts_hand_ ? hand : 0) <= fly_limit_ && (fly_counts_hand_ || hand == 0);
  }
  /// @param mills  lines that the opponent has complete
  Mask removable(const Position& position, LineSet mills) const {
    if (variant_.rules.remove_from_mills) return position.opponent;
    const Mask loose = position.opponent & ~board_.lines().points(mills);
    return loose ? loose : position.opponent;
  }
  /// Empty points where a stone of the side to move completes a line, if it is not one of that
  /// line.
  Mask completing_points(const Position& position) const {
    const Mask empty = board_.all() & ~position.occupied();
    return empty & board_.lines().points(board_.lines().held_by(position.own, empty).twos);
  }
  std::uint64_t count_turns(const SearchPosition& at) const;
  std::uint64_t count_steps(Mask from_rest, Mask targets, Mask completing,
                            std::uint64_t removals) const;
  SearchPosition play_rarely(const SearchPosition& at, const Action& action) const;

  Variant variant_;
  BoardTables board_;
  bool plain_;             // none of the rules that are left to the reference
  bool plain_steps_;       // actions are generated here
  bool free_hand_losses_;  // as hand_losses_are_free()
  int fly_limit_;
  bool fly_counts_hand_;
};

}  // namespace mill
