#pragma once

#include "formats/codecs/codec.h"

namespace mill {

/// Codec 3: values predicted by a small network for each file, see FORMAT.md. For file blocks that
/// are whole numbering blocks, these not too large.
CodecEntry network_codec();

}  // namespace mill
