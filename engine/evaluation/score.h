#pragma once

#include <optional>

#include "game/value.h"

namespace mill {

/// What a search says of a position, for the side to move: hundredths of a stone, or, far beyond
/// any evaluation, a game that is known to be won or lost.
///
///   kMate - n         a win in n plies (n odd), -kMate + n a loss in n plies (n even)
///   about kKnownWin   a win of unknown length, where only values were at hand; the sooner it is
///                     known and the better the evaluation there, the higher
using Score = int;

inline constexpr Score kMate = 30000;
inline constexpr Score kLongestMate = 2000;  ///< plies; longer wins are not told apart
inline constexpr Score kKnownWin = 20000;
inline constexpr Score kLeastKnownWin = 15000;
inline constexpr Score kMostEvaluated = 4000;  ///< hundredths of a stone: no evaluation is beyond
inline constexpr Score kInfinite = 32000;

constexpr Score mate_in(int plies) { return kMate - (plies < kLongestMate ? plies : kLongestMate); }
constexpr Score mated_in(int plies) { return -mate_in(plies); }

/// Of a value, with the plies to the end where they are known.
constexpr Score score_of(Value value, std::optional<int> distance) {
  if (value == Value::kDraw) return 0;
  const bool wins = value == Value::kWin;
  if (!distance) return wins ? kKnownWin : -kKnownWin;
  return wins ? mate_in(*distance) : mated_in(*distance);
}

constexpr bool is_known_win(Score score) { return score >= kLeastKnownWin; }
constexpr bool is_known_loss(Score score) { return score <= -kLeastKnownWin; }
constexpr bool is_decided(Score score) { return is_known_win(score) || is_known_loss(score); }

/// Plies to the end of the game where the score tells them.
constexpr std::optional<int> plies_to_end(Score score) {
  if (score >= kMate - kLongestMate) return kMate - score;
  if (score <= -kMate + kLongestMate) return kMate + score;
  return std::nullopt;
}

}  // namespace mill
