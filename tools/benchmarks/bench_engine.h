#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "engine/suite/solving.h"
#include "game/variant.h"

namespace mill {

/// How fast one thread plays, by seconds of processor time.
struct EngineRates {
  double nodes_per_second = 0;  ///< actions made in searches without databases, no hands
  double turns_per_second = 0;  ///< counted by perft from the same positions
};

/// Searches some positions of the moving phase, always the same ones, for a few seconds.
EngineRates measure_engine(const Variant& variant);

/// What became of the test positions of one theme.
struct ThemeScore {
  std::size_t positions = 0, solved = 0;
};

struct SuiteScore {
  std::map<Theme, ThemeScore> themes;  ///< those that occur
  std::vector<std::size_t> unsolved;   ///< indices into the suite

  ThemeScore total() const;
};

/// Has one thread, without a database, search each position of a suite.
/// @return kInterrupted after a stop, kNotEnoughMemory
Result<SuiteScore> solve_suite(const Variant& variant, const std::vector<TestPosition>& suite,
                               const SearchLimits& limits, const TaskControl& control);

}  // namespace mill
