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
/// win in d = d / 2, draw (or not yet decided) = 127, loss in d = 255 - d / 2.
using Key = std::uint8_t;
inline constexpr Key kKeyDraw = 127;
inline constexpr Key kKeyLostNow = 255;
inline constexpr int kMaxWinDistance = 253;   ///< the longest win a key can hold
inline constexpr int kMaxLossDistance = 254;  ///< the longest loss a key can hold

constexpr Key win_key(int distance) { return static_cast<Key>(distance / 2); }
constexpr Key loss_key(int distance) { return static_cast<Key>(255 - distance / 2); }

constexpr Key to_key(Outcome outcome) {
  if (outcome.value == Value::kDraw) return kKeyDraw;
  return outcome.value == Value::kWin ? win_key(outcome.distance) : loss_key(outcome.distance);
}

constexpr Value key_value(Key key) {
  return key == kKeyDraw ? Value::kDraw : key < kKeyDraw ? Value::kWin : Value::kLoss;
}

constexpr Outcome to_outcome(Key key) {
  if (key == kKeyDraw) return {};
  if (key < kKeyDraw) return {Value::kWin, 2 * key + 1};
  return {Value::kLoss, 2 * (255 - key)};
}

/// Key of the side that moves into a position with this key: a loss in d becomes a win in d + 1.
/// It falls as `key` grows, so the best successor is the one with the largest key.
constexpr Key key_before(Key key) {
  if (key == kKeyDraw) return kKeyDraw;
  return static_cast<Key>(key > kKeyDraw ? 255 - key : 254 - key);
}

/// The outcome for the side that moves into a position with this outcome.
constexpr Outcome outcome_before(Outcome outcome) {
  if (outcome.value == Value::kDraw) return {};
  return {opposite(outcome.value), outcome.distance + 1};
}

}  // namespace millstone
