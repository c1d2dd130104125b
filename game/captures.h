#pragma once

#include "game/position.h"

namespace mill {

/// The stones that a step may take by other rules than mills, mill protection applied.
/// Sources: the rules of the program that has them, as "Captures" in game/README.md tells them.
struct Captures {
  Mask custodian = 0;     ///< one of them goes
  Mask intervention = 0;  ///< all of them go, one or two
  Mask leap = 0;          ///< the stone leapt over

  bool any() const { return custodian || intervention || leap; }
};

// What rules ask for that few variants have.
Captures enabled_captures(const Variant& variant, const Position& before, int from, int to);

/// What a step takes by custodianCapture, interventionCapture and leapCapture, of which a leap
/// excludes the others.
/// @param before  the position that the stone was set or moved in
/// @param from    negative for a stone that is placed
inline Captures captures_of(const Variant& variant, const Position& before, int from, int to) {
  return variant.rules.has_captures() ? enabled_captures(variant, before, from, to) : Captures{};
}

/// The empty points to which the stone on `from` may leap, taking the one between.
Mask leaps_from(const Variant& variant, const Position& position, int from);

/// Whether captures look the same from all sides of the board, as numberings of positions take for
/// granted: an image of a row runs where the row does, and of rows with the same middle the one
/// that interventionCapture prefers has the image that it prefers.
bool captures_are_symmetric(const Variant& variant);

}  // namespace mill
