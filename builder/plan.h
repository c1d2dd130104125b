#pragma once

#include <cstdint>
#include <vector>

#include "formats/file_header.h"
#include "game/variant.h"

namespace millstone {

/// What building one subspace will take. Its mirror is solved with it.
struct PlannedSubspace {
  Subspace subspace;
  std::uint64_t slots = 0;
  std::uint64_t classes = 0;
  std::uint64_t memory = 0;          ///< bytes, while its pair is being solved
  std::uint64_t value_bytes = 0;     ///< estimated size of the file; 0 if not asked for
  std::uint64_t distance_bytes = 0;  ///< likewise
  double seconds = 0;                ///< estimated, of this subspace's half of the pair
};

/// A closure in build order with its totals.
struct Plan {
  std::vector<PlannedSubspace> subspaces;
  std::uint64_t least_memory = 0;  ///< bytes: the smallest budget that suffices
  std::uint64_t disk = 0;          ///< bytes, estimated
  double seconds = 0;              ///< estimated
};

struct PlanOptions {
  bool distances = true;  ///< distance files too
  int threads = 1;
};

/// Plans the closure of `roots`; nothing is built or touched. Sizes and times are estimates from
/// measured rates (builder/README.md), class counts are exact.
Plan make_plan(const Variant& variant, const std::vector<Subspace>& roots,
               const PlanOptions& options);

}  // namespace millstone
