#include "builder/cluster/job_locks.h"

#include "builder/store/store.h"

namespace mill {
namespace {

// The bytes of ranks follow that of the job; jobs that read have theirs on other files.
constexpr int kRankBits = 20;
constexpr std::uint64_t kReadingJobs = std::uint64_t{1} << 40;

}  // namespace

JobLocks::JobLocks(const std::filesystem::path& directory)
    : file_(directory / kBuildLogName), first_rank_(kJobByte + 1), reads_(false), locks_(file_) {}

JobLocks::JobLocks(const std::filesystem::path& file, std::uint64_t job)
    : file_(file),
      first_rank_(kJobByte + static_cast<off_t>(job % kReadingJobs << kRankBits)),
      reads_(true),
      locks_(FileLocks::of_readable(file)) {}

Result<void> JobLocks::claim_job() {
  claims_.push_back(MILLSTONE_TRY(mill::claim_job(file_.parent_path())));
  return {};
}

void JobLocks::claim_rank(int rank) {
  const off_t byte = byte_of(rank);
  if (FileLocks::Lock lock = reads_ ? locks_.share(byte) : locks_.try_lock(byte))
    claims_.push_back(std::move(lock));
  // Where there are no locks this one is not seen.
  there_are_locks_ = FileLocks::of_readable(file_).is_held(byte);
}

bool JobLocks::is_dead(int rank) const {
  return there_are_locks_ && !locks_.is_held(byte_of(rank));
}

bool JobLocks::is_lowest_after_first(int rank) const {
  for (int lower = 1; lower < rank; ++lower)
    if (!is_dead(lower)) return false;
  return true;
}

}  // namespace mill
