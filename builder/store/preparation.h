#pragma once

#include "builder/build_options.h"
#include "builder/store/build_meter.h"
#include "builder/store/input_distances.h"
#include "builder/store/work_list.h"

namespace mill {

/// What every build begins with: makes the directory, looks at what is there, and checks that what
/// is left to do fits into `budget` bytes of memory and on the disk. Errors as build_database().
Result<void> prepare_build(const Variant& variant, const BuildOptions& options,
                           std::uint64_t budget, InputDistances& distances, WorkList& work,
                           BuildMeter& meter);

}  // namespace mill
