#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>

namespace mill {

/// Locks on single bytes of a file, which need not be there. They belong to the open file, not the
/// process, and the system takes them from a process that dies. Where there can be no such file, or
/// the system has no such locks, everybody gets every lock. Any thread.
class FileLocks {
 public:
  /// @param file  made if it is not there; its contents do not matter
  explicit FileLocks(const std::filesystem::path& file);

  /// Locks of a file that may only be read, and is not made: share() and is_held() alone.
  static FileLocks of_readable(const std::filesystem::path& file);

  /// Holds the lock until it is destroyed, whatever has become of the FileLocks.
  using Lock = std::shared_ptr<const void>;

  /// The lock of a byte, null while another process (or another FileLocks) has it.
  Lock try_lock(off_t byte) const;

  /// A lock that any number may have as long as nobody has that of try_lock(); waits for it.
  Lock share(off_t byte) const;

  /// Whether another process (or another FileLocks) has or shares the lock of a byte.
  bool is_held(off_t byte) const;

 private:
  FileLocks(const std::filesystem::path& file, int flags);
  Lock unlocked_later(off_t byte) const;

  std::shared_ptr<const int> descriptor_;  // closed with the last lock; -1 if there is no file
};

}  // namespace mill
