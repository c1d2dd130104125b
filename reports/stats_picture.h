#pragma once

#include <string>

#include "reports/database_stats.h"

namespace mill {

/// The statistics as one picture: an SVG document with the table of subspaces as a heat map, the
/// histograms of distances and of gains, and the boards of the longest wins.
std::string stats_picture(const Variant& variant, const DatabaseStats& stats);

}  // namespace mill
