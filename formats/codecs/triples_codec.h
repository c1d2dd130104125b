#pragma once

#include "formats/codecs/codec.h"

namespace mill {

inline constexpr int kTriplesLevel = 16;  ///< of zstd, by default

/// zstd over values three to a byte, for value files of every kind; see FORMAT.md.
CodecEntry triples_codec();

/// The same, stripe by stripe, for files whose blocks are whole numbering blocks without marked
/// points; see FORMAT.md.
CodecEntry stripes_codec();

}  // namespace mill
