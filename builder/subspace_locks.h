#pragma once

#include <filesystem>
#include <memory>

#include "game/error.h"
#include "game/subspace.h"

namespace millstone {

/// Locks on the subspaces of a database directory, so that several builds may work in it: ranges of
/// a file (its contents do not matter) that belong to whoever has it open. The system takes them
/// from a process that dies.
class SubspaceLocks {
 public:
  /// @param file  made if it is not there; kInputOutput or kNoSpace if it cannot be
  static Result<SubspaceLocks> open(const std::filesystem::path& file);

  /// Holds the lock until it is destroyed.
  using Lock = std::shared_ptr<const void>;

  /// The lock of a subspace, null while another process (or another SubspaceLocks) has it.
  Lock try_lock(const Subspace& subspace) const;

 private:
  explicit SubspaceLocks(std::shared_ptr<const int> descriptor)
      : descriptor_(std::move(descriptor)) {}

  std::shared_ptr<const int> descriptor_;  // closed with the last lock
};

}  // namespace millstone
