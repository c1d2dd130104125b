#pragma once

#include <filesystem>

#include "base/error.h"
#include "base/file_lock.h"

namespace mill {

/// The byte of the log (kBuildLogName) on which a job locks its directory: beyond those that
/// subspaces have (subspace_locks.h).
inline constexpr off_t kJobByte = off_t{1} << 61;

/// Claims a directory for a job that must have it alone, beside which builds of one process may go
/// on: a grading, or whatever many processes do together. The system takes the claim from a process
/// that dies; on a file system without locks nobody is kept out. Any thread.
/// @return kBusy while another job has the directory
Result<FileLocks::Lock> claim_job(const std::filesystem::path& directory);

}  // namespace mill
