#pragma once

#include <cstdint>
#include <filesystem>

#include "base/file_lock.h"
#include "game/subspace.h"

namespace mill {

/// Locks on the subspaces of a database directory, so that several builds may work in it: bytes of
/// a file (base/file_lock.h). Where there can be no such locks everybody gets every lock: then it
/// is the user who keeps builds apart.
class SubspaceLocks {
 public:
  /// @param file   made if it is not there
  /// @param realm  locks of other realms have nothing to do with these; below 2^21
  explicit SubspaceLocks(const std::filesystem::path& file, std::uint32_t realm = 0);

  using Lock = FileLocks::Lock;

  /// The lock of a subspace, null while another process (or another SubspaceLocks) has it.
  Lock try_lock(const Subspace& subspace) const;

  /// A lock that any number may have as long as nobody has that of try_lock(); waits for it.
  Lock share(const Subspace& subspace) const;

 private:
  off_t byte_of(const Subspace& subspace) const;

  std::uint32_t realm_;
  FileLocks locks_;
};

}  // namespace mill
