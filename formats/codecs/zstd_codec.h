#pragma once

#include "formats/codecs/codec.h"

namespace mill {

// Levels of zstd. Those of a build are quick; what more effort gains stands in formats/README.md.
inline constexpr int kLowestLevel = 1;
inline constexpr int kHighestLevel = 19;
inline constexpr int kDefaultLevel = 0;  ///< stands for the one of the metric, below
inline constexpr int kValueLevel = 6;
inline constexpr int kDistanceLevel = 3;
inline constexpr int kGradeLevel = 3;

/// zstd over packed values or over half distances, for files of every kind.
CodecEntry zstd_codec();

}  // namespace mill
