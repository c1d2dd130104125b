#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "formats/file_header.h"
#include "game/variant.h"

namespace mill {

/// Time of one processor that a slot takes, in nanoseconds. The defaults are those of the machine
/// of builder/README.md; other machines differ.
struct WorkRates {
  double cyclic = 45;           ///< solving where turns lead back (is_cyclic())
  double one_pass = 25;         ///< solving other subspaces
  double by_turns = 6000;       ///< solving turn by turn (has_usual_turns()), where turns lead back
  double by_turns_once = 2500;  ///< ... and in one pass
  double writing = 20;          ///< compressing value and distance
  double reading = 7;           ///< decoding an input, and making of it what is looked up

  /// How many times as long as on the machine of the defaults work takes where turns lead back.
  double slowness() const { return cyclic / WorkRates{}.cyclic; }
};

/// Bytes of the two files of a subspace.
struct FileSizes {
  std::uint64_t values = 0, distances = 0;
};

/// Of subspaces that have been built.
using KnownSizes = std::map<Subspace, FileSizes>;

/// What building one subspace will take.
struct PlannedSubspace {
  Subspace subspace;
  bool cyclic = false;              ///< whether turns lead back: not done in one pass
  bool by_turns = false;            ///< solved turn by turn, not by whole blocks
  std::optional<Subspace> partner;  ///< its mirror, if the two are solved together
  std::vector<Subspace> inputs;     ///< what is read meanwhile, for the partner too
  std::uint64_t slots = 0;
  std::uint64_t classes = 0;
  std::uint64_t memory = 0;          ///< bytes, while it and its partner are being solved
  std::uint64_t least_memory = 0;    ///< the same if inputs are read in parts
  std::uint64_t value_bytes = 0;     ///< size of the file: estimated, or known
  std::uint64_t distance_bytes = 0;  ///< likewise; 0 if not asked for
  bool sizes_known = false;          ///< both are those of PlanOptions::known_sizes
  // Estimated, of this subspace's half of a pair.
  double solve_seconds = 0;
  double write_seconds = 0;
  double start_seconds = 0;  ///< of solve_seconds, what neither threads nor a team shorten
  /// Share of the slots that are won or lost for the side with fewer stones, estimated.
  double decided = 0;
  int levels = 0;  ///< of distance, estimated

  double seconds() const { return solve_seconds + write_seconds; }
};

/// A closure in build order with its totals.
struct Plan {
  std::vector<PlannedSubspace> subspaces;
  std::uint64_t memory = 0;        ///< bytes: the most that a subspace takes
  std::uint64_t least_memory = 0;  ///< bytes: the smallest budget that suffices
  std::uint64_t disk = 0;          ///< bytes of the database: the sum of its files
  /// Most bytes, estimated, of the distance files that a build of values alone keeps for a time.
  std::uint64_t kept_disk = 0;
  double seconds = 0;  ///< estimated: of all subspaces, and to start
};

struct PlanOptions {
  bool distances = true;  ///< distance files too
  int threads = 1;
  WorkRates rates = {};
  KnownSizes known_sizes = {};  ///< in place of estimates
};

/// Plans the closure of `roots`; nothing is built or touched. Class counts are exact, sizes and
/// times estimates (builder/README.md); only the times depend on the rates.
Plan make_plan(const Variant& variant, const std::vector<Subspace>& roots,
               const PlanOptions& options);

}  // namespace mill
