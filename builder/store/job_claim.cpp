#include "builder/store/job_claim.h"

#include "builder/store/build_log.h"

namespace mill {

Result<FileLocks::Lock> claim_job(const std::filesystem::path& directory) {
  FileLocks::Lock lock = FileLocks(directory / kBuildLogName).try_lock(kJobByte);
  if (!lock)
    return fail(ErrorCode::kBusy, "another job is at work in {}; wait for its end",
                directory.string());
  return lock;
}

}  // namespace mill
