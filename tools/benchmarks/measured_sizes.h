#pragma once

#include <vector>

#include "base/error.h"
#include "base/task.h"
#include "builder/plan/plan.h"

namespace mill {

/// Sizes of files that need not be estimated: the first subspaces of the closure of `roots`, as
/// many as a fraction of a second suffices for (two million slots), are built in a temporary folder
/// that is removed again: `TMPDIR`, or in memory (`/dev/shm`) where that cannot be written. None
/// where not even the first is that small.
/// @param threads  1 .. number of processors
/// Errors as build_database(); kInputOutput if there is neither folder.
Result<KnownSizes> measure_sizes(const Variant& variant, const std::vector<Subspace>& roots,
                                 int threads, StopFlag stop);

}  // namespace mill
