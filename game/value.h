#pragma once

#include <cstdint>
#include <string_view>

namespace mill {

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
/// 251 or loss than 252 has an outcome byte that only says so; its distance stands elsewhere
/// (long_distances.h).
using OutcomeByte = std::uint8_t;
inline constexpr OutcomeByte kLongWinByte = 126;
inline constexpr OutcomeByte kDrawByte = 127;
inline constexpr OutcomeByte kLongLossByte = 128;
inline constexpr OutcomeByte kLostNowByte = 255;
inline constexpr int kLongestExactWin = 251;   ///< the longest win whose distance a byte tells
inline constexpr int kLongestExactLoss = 252;  ///< the longest such loss

constexpr bool is_long(OutcomeByte byte) { return byte == kLongWinByte || byte == kLongLossByte; }

/// @param distance  at most kLongestExactWin
constexpr OutcomeByte win_byte(int distance) { return static_cast<OutcomeByte>(distance / 2); }
/// @param distance  at most kLongestExactLoss
constexpr OutcomeByte loss_byte(int distance) {
  return static_cast<OutcomeByte>(255 - distance / 2);
}

constexpr OutcomeByte to_byte(Outcome outcome) {
  if (outcome.value == Value::kDraw) return kDrawByte;
  if (outcome.value == Value::kWin)
    return outcome.distance > kLongestExactWin ? kLongWinByte : win_byte(outcome.distance);
  return outcome.distance > kLongestExactLoss ? kLongLossByte : loss_byte(outcome.distance);
}

constexpr Value value_of(OutcomeByte byte) {
  return byte == kDrawByte ? Value::kDraw : byte < kDrawByte ? Value::kWin : Value::kLoss;
}

/// The outcome that an outcome byte tells. Of a long one the distance is only a lower bound.
constexpr Outcome to_outcome(OutcomeByte byte) {
  if (byte == kDrawByte) return {};
  if (byte < kDrawByte) return {Value::kWin, 2 * byte + 1};
  return {Value::kLoss, 2 * (255 - byte)};
}

/// Outcome byte of the side that moves into a position with this outcome byte: a loss in d becomes
/// a win in d + 1. It falls as `byte` grows, so the best successor is the one with the largest
/// outcome byte.
constexpr OutcomeByte byte_before(OutcomeByte byte) {
  if (byte == kDrawByte) return kDrawByte;
  if (byte == kLongLossByte) return kLongWinByte;
  return static_cast<OutcomeByte>(byte > kDrawByte ? 255 - byte : 254 - byte);
}

/// The outcome for the side that moves into a position with this outcome.
constexpr Outcome outcome_before(Outcome outcome) {
  if (outcome.value == Value::kDraw) return {};
  return {opposite(outcome.value), outcome.distance + 1};
}

}  // namespace mill
