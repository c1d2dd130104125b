#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/error.h"
#include "base/file_lock.h"

namespace mill {

/// What says that a job is at work in a directory, and that its ranks live: locks on bytes of a
/// file, which the system takes from a process that dies. On a file system without locks nobody is
/// kept out and nobody is found dead. Any thread.
class JobLocks {
 public:
  /// Those of a job that writes into a directory: on its log.
  explicit JobLocks(const std::filesystem::path& directory);

  /// Those of a job that reads, beside any other: on a file that is there.
  /// @param job  a number that no other job at work has
  JobLocks(const std::filesystem::path& file, std::uint64_t job);

  /// The one lock of a job in the directory; kBusy while another has it. For the first rank of a
  /// job that writes.
  Result<void> claim_job();

  /// Says that this rank lives.
  void claim_rank(int rank);

  /// Whether the process of another rank, which has claimed, is gone.
  bool is_dead(int rank) const;

  /// Once rank 0 is dead: whether this rank is the lowest of those left, which tells of it.
  bool is_lowest_after_first(int rank) const;

 private:
  off_t byte_of(int rank) const { return first_rank_ + rank; }

  std::filesystem::path file_;
  off_t first_rank_;  ///< the byte of rank 0
  bool reads_;
  FileLocks locks_;
  std::vector<FileLocks::Lock> claims_;
  bool there_are_locks_ = false;
};

}  // namespace mill
