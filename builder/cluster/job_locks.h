#pragma once

#include <filesystem>
#include <vector>

#include "base/file_lock.h"

namespace mill {

/// What says that a job is at work in a directory, and that its ranks live: locks on bytes of its
/// log, which the system takes from a process that dies. On a file system without locks nobody is
/// kept out and nobody is found dead. Any thread.
class JobLocks {
 public:
  explicit JobLocks(const std::filesystem::path& directory);

  /// The one lock of a job in the directory; false while another has it. For the first rank.
  bool claim_job();

  /// Says that this rank lives.
  void claim_rank(int rank);

  /// Whether the process of another rank, which has claimed, is gone.
  bool is_dead(int rank) const;

 private:
  std::filesystem::path file_;
  FileLocks locks_;
  std::vector<FileLocks::Lock> claims_;
  bool there_are_locks_ = false;
};

}  // namespace mill
