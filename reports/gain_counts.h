#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "base/task.h"
#include "formats/database_file.h"
#include "game/numbering.h"

namespace mill {

/// Classes of drawn positions by the gain of their grade (builder/GRADES.md).
using GainHistogram = std::map<int, std::uint64_t>;

/// Decodes all blocks on all threads of the arena; the result does not depend on their number.
/// Errors as DatabaseFile; kVerificationFailed if there are not as many draws as the header of the
/// values says, kInterrupted.
/// @param numbering  of the subspace
/// @param counted    told the slots that are done; from any thread
Result<GainHistogram> count_gains(const DatabaseFile& values, const DatabaseFile& grades,
                                  const Numbering& numbering, StopFlag stop,
                                  const std::function<void(std::uint32_t slots)>& counted);

}  // namespace mill
