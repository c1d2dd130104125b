#pragma once

#include <cstdint>
#include <string_view>

namespace millstone {

/// Outcome of a position for the side to move under perfect play.
enum class Value : std::uint8_t { kLoss = 0, kDraw = 1, kWin = 2 };

constexpr std::string_view value_name(Value value) {
  return value == Value::kWin ? "win" : value == Value::kDraw ? "draw" : "loss";
}

/// The value seen by the other side.
constexpr Value opposite(Value value) { return static_cast<Value>(2 - static_cast<int>(value)); }

/// Value and distance. Distance is the number of plies to the end of the game when the winner
/// hurries and the loser delays: odd in a win, even in a loss, 0 (meaning none) in a draw.
struct Outcome {
  Value value = Value::kDraw;
  int distance = 0;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// A position's outcome in one byte, ordered so that smaller is better for the side to move:
/// win in d = d / 2, draw (or not yet decided) = 127, loss in d = 255 - d / 2. A longer win than
/// 251 or loss than 252 has a key that only says so; its distance stands elsewhere
/// (long_distances.h).
using Key = std::uint8_t;
inline constexpr Key kKeyLongWin = 126;
inline constexpr Key kKeyDraw = 127;
inline constexpr Key kKeyLongLoss = 128;
inline constexpr Key kKeyLostNow = 255;
inline constexpr int kLongestExactWin = 251;   ///< the longest win whose distance a key tells
inline constexpr int kLongestExactLoss = 252;  ///< the longest such loss

constexpr bool is_long(Key key) { return key == kKeyLongWin || key == kKeyLongLoss; }

/// @param distance  at most kLongestExactWin
constexpr Key win_key(int distance) { return static_cast<Key>(distance / 2); }
/// @param distance  at most kLongestExactLoss
constexpr Key loss_key(int distance) { return static_cast<Key>(255 - distance / 2); }

constexpr Key to_key(Outcome outcome) {
  if (outcome.value == Value::kDraw) return kKeyDraw;
  if (outcome.value == Value::kWin)
    return outcome.distance > kLongestExactWin ? kKeyLongWin : win_key(outcome.distance);
  return outcome.distance > kLongestExactLoss ? kKeyLongLoss : loss_key(outcome.distance);
}

constexpr Value key_value(Key key) {
  return key == kKeyDraw ? Value::kDraw : key < kKeyDraw ? Value::kWin : Value::kLoss;
}

/// The outcome that a key tells. Of a long one the distance is only a lower bound.
constexpr Outcome to_outcome(Key key) {
  if (key == kKeyDraw) return {};
  if (key < kKeyDraw) return {Value::kWin, 2 * key + 1};
  return {Value::kLoss, 2 * (255 - key)};
}

/// Key of the side that moves into a position with this key: a loss in d becomes a win in d + 1.
/// It falls as `key` grows, so the best successor is the one with the largest key.
constexpr Key key_before(Key key) {
  if (key == kKeyDraw) return kKeyDraw;
  if (key == kKeyLongLoss) return kKeyLongWin;
  return static_cast<Key>(key > kKeyDraw ? 255 - key : 254 - key);
}

/// The outcome for the side that moves into a position with this outcome.
constexpr Outcome outcome_before(Outcome outcome) {
  if (outcome.value == Value::kDraw) return {};
  return {opposite(outcome.value), outcome.distance + 1};
}

}  // namespace millstone
