#pragma once

#include "formats/codecs/codec.h"

namespace mill {

// Levels of zstd. Values gain from effort, distances hardly do (formats/README.md).
inline constexpr int kLowestLevel = 1;
inline constexpr int kHighestLevel = 19;
inline constexpr int kDefaultLevel = 0;  ///< stands for the one of the metric, below
inline constexpr int kValueLevel = 6;
inline constexpr int kDistanceLevel = 6;
inline constexpr int kGradeLevel = 3;

/// zstd over packed values or over half distances, for files of every kind.
CodecEntry zstd_codec();

}  // namespace mill
