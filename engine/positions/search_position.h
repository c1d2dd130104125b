#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "base/split_mix.h"
#include "game/moves.h"

namespace mill {

namespace search_detail {

/// Random words for the parts of a position, by Zobrist's method: the key of a position is the
/// exclusive or of its parts, so a stone more or less changes it in one step. No stone in hand and
/// no removal pending have the word 0.
/// Source: A. L. Zobrist, A New Hashing Method with Application for Game Playing, 1970.
struct KeyWords {
  // [0] of the side to move, [1] of the other side
  std::array<std::array<std::uint64_t, kMaxPoints>, 2> stone{};
  std::array<std::array<std::uint64_t, kMaxPoints>, 2> hand{};
  std::array<std::uint64_t, kMaxPoints> removals{};
  std::uint64_t goes_on = 0;
  std::array<std::uint64_t, kMaxPoints> target{};
};

/// A key of what a position remembers beyond stones and hands; 0 for nothing, so that rules which
/// remember nothing have no part in it.
std::uint64_t memory_key(const Memory& memory);

constexpr std::uint64_t next_word(std::uint64_t& state) {
  const std::uint64_t word = split_mix(state);
  state += kSplitMixStep;
  return word;
}

constexpr KeyWords make_key_words() {
  KeyWords words;
  std::uint64_t state = 1;
  for (int side = 0; side < 2; ++side) {
    for (std::uint64_t& word : words.stone[side]) word = next_word(state);
    for (int stones = 1; stones < kMaxPoints; ++stones) words.hand[side][stones] = next_word(state);
  }
  for (int stones = 1; stones < kMaxPoints; ++stones) words.removals[stones] = next_word(state);
  words.goes_on = next_word(state);
  for (std::uint64_t& word : words.target) word = next_word(state);
  return words;
}
inline constexpr KeyWords kKeyWords = make_key_words();

}  // namespace search_detail

/// A position with what the search needs to know of it at once, kept up to date stone by stone.
struct SearchPosition {
  Position position;
  std::uint8_t own_count = 0;       ///< stones on the board
  std::uint8_t opponent_count = 0;  ///< ... of the other side
  std::uint8_t side = 0;            ///< 0: the side to move at the root, 1: the other
  std::uint16_t quiet = 0;          ///< plies since the last placement or removal
  std::uint64_t key = 0;            ///< of `position`
  std::uint64_t turned_key = 0;     ///< of the same, nothing pending, with the other side to move

  /// Counts and keys made from the position alone.
  static SearchPosition of(const Position& position, int side, int quiet);

  int own_total() const { return own_count + position.own_hand; }
  int opponent_total() const { return opponent_count + position.opponent_hand; }

  void add_own(int point) { toggle_own(point), ++own_count; }
  void take_own(int point) { toggle_own(point), --own_count; }
  void add_opponent(int point) { toggle_opponent(point), ++opponent_count; }
  void take_opponent(int point) { toggle_opponent(point), --opponent_count; }

  void set_own_hand(int stones) {
    const auto& words = search_detail::kKeyWords.hand;
    key ^= words[0][position.own_hand] ^ words[0][stones];
    turned_key ^= words[1][position.own_hand] ^ words[1][stones];
    position.own_hand = static_cast<std::uint8_t>(stones);
  }
  void set_opponent_hand(int stones) {
    const auto& words = search_detail::kKeyWords.hand;
    key ^= words[1][position.opponent_hand] ^ words[1][stones];
    turned_key ^= words[0][position.opponent_hand] ^ words[0][stones];
    position.opponent_hand = static_cast<std::uint8_t>(stones);
  }
  void set_removals(int stones) {
    const auto& words = search_detail::kKeyWords.removals;
    key ^= words[position.removals] ^ words[stones];
    position.removals = static_cast<std::uint8_t>(stones);
  }
  void set_goes_on(bool goes_on) {
    if (position.goes_on != goes_on) key ^= search_detail::kKeyWords.goes_on;
    position.goes_on = goes_on;
  }
  void set_targets(Mask targets) {
    for_each_bit(position.targets ^ targets,
                 [&](int point) { key ^= search_detail::kKeyWords.target[point]; });
    position.targets = targets;
  }

  /// The other side is to move. Nothing may be pending, nor anything remembered, so that nothing
  /// but stones and hands changes places.
  void turn() {
    std::swap(position.own, position.opponent);
    std::swap(position.own_hand, position.opponent_hand);
    std::swap(own_count, opponent_count);
    std::swap(key, turned_key);
    side ^= 1;
  }

  /// The key after an action that ends the turn: no line is completed, and no rule changes more
  /// than the action says.
  std::uint64_t key_after(const Action& action) const {
    const auto& [stone, hand, removals, goes_on, target] = search_detail::kKeyWords;
    switch (action.kind) {
      case Action::Kind::kPlace:
        return turned_key ^ stone[1][action.to] ^ hand[1][position.own_hand] ^
               hand[1][position.own_hand - 1];
      case Action::Kind::kMove:
        return turned_key ^ stone[1][action.from] ^ stone[1][action.to];
      case Action::Kind::kRemove:
        return turned_key ^ stone[0][action.to];
      case Action::Kind::kPass:
        break;
    }
    return turned_key;
  }

  friend bool operator==(const SearchPosition&, const SearchPosition&) = default;

 private:
  void toggle_own(int point) {
    const auto& words = search_detail::kKeyWords.stone;
    position.own ^= bit(point);
    key ^= words[0][point];
    turned_key ^= words[1][point];
  }
  void toggle_opponent(int point) {
    const auto& words = search_detail::kKeyWords.stone;
    position.opponent ^= bit(point);
    key ^= words[1][point];
    turned_key ^= words[0][point];
  }
};

}  // namespace mill
