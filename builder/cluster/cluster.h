#pragma once

#include <optional>

#include "builder/cluster/communicator.h"
#include "builder/database_builder.h"

namespace mill {

/// build_database() by all ranks of a job: the same files, byte by byte. To be called by every rank
/// with the same arguments; `options.directory` is on a file system that all see, threads and
/// memory are those of a rank. A rank that fails, or dies, ends the job.
/// @param team  ranks that build a pair together, where there are so many; 0: as many as pays
/// @return the report, at the first rank; none at the others. Errors as build_database(), for the
///         first rank with the name of the rank; for others kInterrupted. kBusy when another job is
///         at work in the directory
Result<std::optional<BuildReport>> build_on_cluster(Communicator& communicator,
                                                    const Variant& variant,
                                                    const BuildOptions& options, int team = 0);

}  // namespace mill
