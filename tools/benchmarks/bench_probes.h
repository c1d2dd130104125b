#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/error.h"
#include "game/subspace.h"
#include "game/variant.h"

namespace mill {

/// How fast a database answers, by seconds of processor time. All threads share one handle.
struct ProbeRates {
  std::uint64_t files = 0;                ///< that are opened
  double open_seconds = 0;                ///< ... with all their headers and indexes checked
  double values_per_second = 0;           ///< one by one, all blocks decoded, one thread
  double batched_values_per_second = 0;   ///< the same, many at once
  double threaded_values_per_second = 0;  ///< one by one, all threads together
  double threaded_batched_values_per_second = 0;  ///< many at once, all threads together
  double seconds_a_cold_value = 0;                ///< a value whose block has to be decoded first
  double mixed_values_per_second = 0;             ///< with a cache of 256 MiB, one thread
  double rankings_per_second = 0;  ///< all turns, with distances if there are files of them
};

/// Probes random positions of these subspaces, always the same ones, for some seconds: each slot is
/// as likely as any other. Takes the memory that their decoded values need.
Result<ProbeRates> measure_probes(const std::filesystem::path& directory, const Variant& variant,
                                  const std::vector<Subspace>& subspaces, int threads);

}  // namespace mill
