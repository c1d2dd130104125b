#pragma once

#include "formats/codecs/codec.h"

namespace mill {

/// Values of which those that follow from the guide's are left out; see FORMAT.md. For codecs().
CodecEntry mirror_codec();

}  // namespace mill
