#pragma once

#include <cstdint>

#include "game/value.h"

namespace mill::verifier {

// What a position is worth to its side to move is a number, the smaller the better: an outcome
// byte, or the place of a graded value among all that are compared. What recomputes whole blocks
// works on either.

/// 0 is won, UINT16_MAX lost, draws between them by their grades. What a table holds of them is as
/// the side that moves into the position sees it, turned around: grade_before() has been applied.
using GradeWorth = std::uint16_t;

/// A position whose side to move has lost, or wins with its next turn.
template <typename Worth>
inline constexpr Worth kLostWorth = UINT16_MAX;
template <>
inline constexpr OutcomeByte kLostWorth<OutcomeByte> = kLostNowByte;
template <typename Worth>
inline constexpr Worth kWonInOneWorth = 0;
template <>
inline constexpr OutcomeByte kWonInOneWorth<OutcomeByte> = win_byte(1);

/// What a turn is worth to the side that plays it, by what the position after it is worth to the
/// other side; falls as that rises.
constexpr OutcomeByte worth_before(OutcomeByte after) { return byte_before(after); }
constexpr GradeWorth worth_before(GradeWorth after) {
  return static_cast<GradeWorth>(UINT16_MAX - after);
}

}  // namespace mill::verifier
