#pragma once

#include <vector>

#include "game/moves.h"

namespace mill {

/// A turn taken back: `turn` leads from `before` to the position it was asked for.
struct Unmove {
  Turn turn;
  Position before;
  friend bool operator==(const Unmove&, const Unmove&) = default;
};

/// Every position with empty hands and nothing pending that a turn leads to `position` from, with
/// that turn: slides and flights taken back, and stones put back where the turn closed mills;
/// passes and removals of a blocked side, too. Quick under ordinary rules, exhaustive trying under
/// others. Placements are not taken back, since before them a hand is not empty. Where a side must
/// remember what it has played before (restrictRepeatedMillsFormation, oneTimeUseMill) only those
/// are found before which the side that moved remembered nothing that the turn forgets.
/// @param position  has empty hands and nothing pending (checked)
std::vector<Unmove> unmoves(const Variant& variant, const Position& position);

/// Every position from which a turn that neither sets nor takes a stone leads to `position`, with
/// that turn: slides, flights and passes, under any rules; what a turn forgets as above.
/// @param position  with nothing pending
std::vector<Unmove> quiet_unmoves(const Variant& variant, const Position& position);

}  // namespace mill
