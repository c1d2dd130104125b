#pragma once

#include <vector>

#include "base/task.h"
#include "engine/suite/solving.h"
#include "prober/prober.h"

namespace mill {

struct DrawingOptions {
  std::size_t count = 200;  ///< positions, as many of each theme
  double missed = 0.5;      ///< share of them that the engine must not solve, 0 to 1
  SearchLimits limits;      ///< of the engine, which has no database; nodes, so that it can be done
                            ///< again with the same result
  std::uint64_t seed = 1;
  std::vector<Theme> themes{kThemes.begin(), kThemes.end()};
  std::vector<TextPosition> given{};  ///< come first and count among the others
};

struct DrawnPosition {
  TestPosition test;
  bool missed = false;  ///< by the engine
};

/// Draws test positions from a database: from games in which both sides play the engine's turns and
/// random ones that keep the value, those won or drawn positions that a quarter of the turns or
/// fewer keep so and that the engine gets wrong with a twentieth of its limits. At most one of a
/// game. Themes that hundreds of games in a row give nothing for stay incomplete. Blockades need
/// distance files. Errors as Prober, but for missing files; kInvalidArgument for a given position
/// that is lost, or kept by all of its turns; kInterrupted.
Result<std::vector<DrawnPosition>> draw_test_positions(const Prober& prober,
                                                       const DrawingOptions& options,
                                                       const TaskControl& control = {});

}  // namespace mill
