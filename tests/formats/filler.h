#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "formats/subspace_file.h"
#include "game/subspace.h"
#include "game/value.h"
#include "tests/support/temporary_directory.h"
#include "tests/support/test_positions.h"

namespace mill {

/// Outcomes that stand in for a solver's: a fixed function of the slot, so that the whole path of
/// writing and reading runs without solving anything.
enum class Filler {
  kRandom,   ///< every outcome byte, equally often
  kSkewed,   ///< long runs of draws, short wins and losses in between, now and then a long one
  kDraws,    ///< nothing but draws
  kLongest,  ///< nothing but the longest wins
};

inline constexpr Filler kAllFillers[] = {Filler::kRandom, Filler::kSkewed, Filler::kDraws,
                                         Filler::kLongest};

OutcomeByte filler_outcome(Filler filler, std::uint64_t slot);
std::vector<OutcomeByte> filler_outcomes(Filler filler, std::uint64_t slots);
FillOutcomes fill_from(Filler filler);

/// The counts that belong to a subspace filled so; exact, by looking at every slot.
ClassCounts filler_counts(const Variant& variant, const Subspace& subspace, Filler filler);

/// Writes value and distance file of a subspace into a directory; fails the test if that fails.
void write_filler_files(const std::filesystem::path& directory, const Variant& variant,
                        const Subspace& subspace, Filler filler, const WriteOptions& options = {});

/// Writes files in which some wins and losses are longer than outcomes tell, some of them longer
/// than half distances in a byte would reach; returns those.
LongDistances write_long_files(const std::filesystem::path& directory, const Variant& variant,
                               const Subspace& subspace, const WriteOptions& options = {});

/// A variant that differs from that of most tests in a rule.
Variant without_flying();

}  // namespace mill
