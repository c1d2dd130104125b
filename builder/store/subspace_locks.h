#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>

#include "game/subspace.h"

namespace mill {

/// Locks on the subspaces of a database directory, so that several builds may work in it: ranges of
/// a file (its contents do not matter) that belong to whoever has it open. The system takes them
/// from a process that dies. Where there can be no such file, or the system has no such locks,
/// everybody gets every lock: then it is the user who keeps builds apart.
class SubspaceLocks {
 public:
  /// @param file   made if it is not there
  /// @param realm  locks of other realms have nothing to do with these; below 2^21
  explicit SubspaceLocks(const std::filesystem::path& file, std::uint32_t realm = 0);

  /// Holds the lock until it is destroyed.
  using Lock = std::shared_ptr<const void>;

  /// The lock of a subspace, null while another process (or another SubspaceLocks) has it.
  Lock try_lock(const Subspace& subspace) const;

  /// A lock that any number may have as long as nobody has that of try_lock(); waits for it.
  Lock share(const Subspace& subspace) const;

 private:
  off_t place_of(const Subspace& subspace) const;
  Lock unlocked_later(off_t place) const;

  std::uint32_t realm_;
  std::shared_ptr<const int> descriptor_;  // closed with the last lock; -1 if there is no file
};

}  // namespace mill
