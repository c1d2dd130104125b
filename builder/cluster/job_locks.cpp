#include "builder/cluster/job_locks.h"

#include "builder/store/store.h"

namespace mill {
namespace {

// Beyond the bytes that subspaces have (builder/store/subspace_locks.cpp).
constexpr off_t kJob = off_t{1} << 61;

off_t byte_of_rank(int rank) { return kJob + 1 + rank; }

}  // namespace

JobLocks::JobLocks(const std::filesystem::path& directory)
    : file_(directory / kBuildLogName), locks_(file_) {}

bool JobLocks::claim_job() {
  FileLocks::Lock lock = locks_.try_lock(kJob);
  if (!lock) return false;
  claims_.push_back(std::move(lock));
  return true;
}

void JobLocks::claim_rank(int rank) {
  if (FileLocks::Lock lock = locks_.try_lock(byte_of_rank(rank)))
    claims_.push_back(std::move(lock));
  // Where there are no locks everybody gets this one, too.
  there_are_locks_ = FileLocks(file_).try_lock(byte_of_rank(rank)) == nullptr;
}

bool JobLocks::is_dead(int rank) const {
  return there_are_locks_ && locks_.try_lock(byte_of_rank(rank)) != nullptr;
}

}  // namespace mill
