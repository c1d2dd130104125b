#pragma once

#include <string>

#include "game/position.h"
#include "game/value.h"

namespace mill {

/// A statement about a game with two outcomes: one side, White say, gets at least a value.
struct Claim {
  bool by_mover = true;           ///< the side to move gets it, else the other side
  Value at_least = Value::kDraw;  ///< kDraw or kWin
  friend bool operator==(const Claim&, const Claim&) = default;
};

/// The same claim seen by the other side to move.
constexpr Claim turned(const Claim& claim) { return {!claim.by_mover, claim.at_least}; }

/// Whether a position with that value for the side to move fulfils the claim.
constexpr bool holds(const Claim& claim, Value value) {
  return (claim.by_mover ? value : opposite(value)) >= claim.at_least;
}

/// A claim about the start of a game, for people.
inline std::string claim_text(const Claim& claim) {
  const std::string player = claim.by_mover ? "the first player " : "the second player ";
  return player + (claim.at_least == Value::kWin ? "wins" : "holds at least a draw");
}

}  // namespace mill
