#include "builder/store/subspace_locks.h"

namespace mill {

SubspaceLocks::SubspaceLocks(const std::filesystem::path& file, std::uint32_t realm)
    : realm_(realm), locks_(file) {}

/// A byte of its own for each subspace, far beyond what the file holds.
off_t SubspaceLocks::byte_of(const Subspace& subspace) const {
  constexpr off_t kBeyondAllContents = off_t{1} << 40;
  off_t byte = realm_;
  for (int count : {subspace.own, subspace.opponent, subspace.own_hand, subspace.opponent_hand})
    byte = byte << 8 | count;
  return kBeyondAllContents + byte;
}

SubspaceLocks::Lock SubspaceLocks::try_lock(const Subspace& subspace) const {
  return locks_.try_lock(byte_of(subspace));
}

SubspaceLocks::Lock SubspaceLocks::share(const Subspace& subspace) const {
  return locks_.share(byte_of(subspace));
}

}  // namespace mill
