#include "engine/search/time_manager.h"

#include <algorithm>

namespace mill {
namespace {

using std::chrono::milliseconds;

// Nine placements and some forty plies of moving are usual for a side; most of the thinking pays
// early, where the search does not yet see the end.
constexpr int kMovesExpected = 30;

}  // namespace

milliseconds thinking_time(const PlayerClock& clock, milliseconds overhead) {
  const milliseconds usable = clock.left - overhead;
  const int moves = std::max(1, clock.moves_to_go.value_or(kMovesExpected));
  // Three quarters of the increment, so that the clock grows a little towards the long endgames.
  const milliseconds share = usable / moves + clock.increment * 3 / 4;
  // The last move before new time may use what there is; otherwise some must be left for the next.
  const milliseconds most = moves == 1 ? usable : usable / 2;
  return std::clamp(share, milliseconds(1), std::max(milliseconds(1), most));
}

}  // namespace mill
