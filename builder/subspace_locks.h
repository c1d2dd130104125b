#pragma once

#include <filesystem>
#include <memory>

#include "game/subspace.h"

namespace millstone {

/// Locks on the subspaces of a database directory, so that several builds may work in it: ranges of
/// a file (its contents do not matter) that belong to whoever has it open. The system takes them
/// from a process that dies. Where there can be no such file, or the system has no such locks,
/// everybody gets every lock: then it is the user who keeps builds apart.
class SubspaceLocks {
 public:
  /// @param file  made if it is not there
  explicit SubspaceLocks(const std::filesystem::path& file);

  /// Holds the lock until it is destroyed.
  using Lock = std::shared_ptr<const void>;

  /// The lock of a subspace, null while another process (or another SubspaceLocks) has it.
  Lock try_lock(const Subspace& subspace) const;

 private:
  std::shared_ptr<const int> descriptor_;  // closed with the last lock; -1 if there is no file
};

}  // namespace millstone
