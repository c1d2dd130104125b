#pragma once

#include <optional>
#include <vector>

#include "server/site/call.h"
#include "server/site/position_json.h"

namespace mill {

/// A turn and where it leads to, as the side that did not play it sees it.
struct NextPosition {
  Turn turn;
  TextPosition position;
  Standing standing;
};

/// What the files tell of a position and of its turns.
struct KnownTurns {
  Standing standing;
  std::vector<NextPosition> next;  ///< best first, last those of which nothing is known
  std::optional<Refusal> gap;      ///< why something is not known, damage first; none where all is

  /// Whether it is known that no turn is better than the first, which there must be.
  /// @param same_side  whether the side that plays it goes on
  bool first_is_best(bool same_side) const;
};

/// Looks up a position and each of its turns. Where the files of a successor are missing or cannot
/// be read, its value is not known. Refuses as Prober::known_value() where those of the position
/// are, and where files contradict one another.
Reply<KnownTurns> look_up(const ServedDatabase& database, const TextPosition& position);

/// The refusal where first_is_best() does not hold.
tl::unexpected<Refusal> no_best_turn(const KnownTurns& known);

}  // namespace mill
