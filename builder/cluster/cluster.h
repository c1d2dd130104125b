#pragma once

#include <optional>

#include "builder/cluster/communicator.h"
#include "builder/database_builder.h"
#include "builder/grader/grader.h"
#include "builder/verifier/verifier.h"

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

/// What a rank has found out before a job begins, after the first rank has told whether all is well
/// there. To be called by every rank. An error of the first is kInterrupted at the others; that of
/// another one gets the name of its rank and ends the job.
Result<void> agreed(Communicator& communicator, Result<void> own);

/// grade_database() by all ranks of a job, each of which grades whole pairs: the same files, byte
/// by byte. To be called by every rank with the same arguments; `options.directory` is on a file
/// system that all see, threads and memory are those of a rank. A rank that fails, or dies, ends
/// the job.
/// @return what was graded, in the order of closure(), at the first rank; none at the others.
///         Errors as grade_database(), for the first rank with the name of the rank where one has
///         failed; for others kInterrupted. kBusy when another job is at work in the directory
Result<std::optional<std::vector<GradedSubspace>>> grade_on_cluster(Communicator& communicator,
                                                                    const Variant& variant,
                                                                    const GradeOptions& options);

/// verify_database() by all ranks of a job, each of which checks whole subspaces; says the same,
/// in the same order, as one process does. To be called by every rank with the same arguments;
/// `directory` is on a file system that all see, threads and memory are those of a rank. A rank
/// that fails, or dies, ends the job; `options.finished` hears of what was checked all the same.
/// @return the report, at the first rank; none at the others. Errors as verify_database(), for the
///         first rank with the name of the rank where one has failed; for others kInterrupted
Result<std::optional<VerifyReport>> verify_on_cluster(Communicator& communicator,
                                                      const std::filesystem::path& directory,
                                                      const Variant& variant,
                                                      const VerifyOptions& options);

}  // namespace mill
