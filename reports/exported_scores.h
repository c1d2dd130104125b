#pragma once

#include <filesystem>

#include "formats/malom/sector_scores.h"

namespace mill {

/// The table of scores beside sectors that are made of a database of ours: zeros, or those that its
/// grades count from, 0 for sectors that it does not have. kMissingFile where there is no such
/// table, kInvalidArgument for a score that the format has no room for.
Result<SectorScores> exported_scores(const MalomGame& game, const std::filesystem::path& database,
                                     const Variant& variant, bool grades);

}  // namespace mill
