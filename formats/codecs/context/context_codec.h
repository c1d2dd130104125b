#pragma once

#include "formats/codecs/codec.h"

namespace mill {

/// Codec 2: values predicted by sums of weights of contexts, see FORMAT.md; grades, too. For file
/// blocks that are whole numbering blocks, these not too large.
CodecEntry context_codec();

}  // namespace mill
