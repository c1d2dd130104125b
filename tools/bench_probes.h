#pragma once

#include <filesystem>

#include "game/error.h"
#include "game/subspace.h"
#include "game/variant.h"

namespace millstone {

/// How fast a database answers, on one thread.
struct ProbeRates {
  double values_per_second = 0;     ///< values of random positions, all blocks decoded
  double seconds_a_cold_value = 0;  ///< a value whose block has to be decoded first
  double rankings_per_second = 0;   ///< all turns with distances, all blocks decoded
};

/// Probes random positions of one subspace, always the same ones, for some seconds.
Result<ProbeRates> measure_probes(const std::filesystem::path& directory, const Variant& variant,
                                  const Subspace& subspace);

}  // namespace millstone
