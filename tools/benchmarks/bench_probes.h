#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/error.h"
#include "base/task.h"
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

/// What it takes to ask for values of one subspace if nothing is decoded yet.
struct ColdProbes {
  Subspace subspace;
  double seconds = 0;  ///< of processor time, the mean of the positions
};

/// Asks for the values of random positions of each of these subspaces, always the same ones,
/// without a cache: a block is decoded each time, as far as the codec has to. Of several rounds
/// through all subspaces the quickest counts for each position, since a shared machine only ever
/// adds time, for minutes on end.
/// @param positions  of each subspace; 1 at least
/// @return kInterrupted after a stop; errors of probes
Result<std::vector<ColdProbes>> measure_cold_probes(const std::filesystem::path& directory,
                                                    const Variant& variant,
                                                    const std::vector<Subspace>& subspaces,
                                                    std::size_t positions,
                                                    const TaskControl& control);

}  // namespace mill
