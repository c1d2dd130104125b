#include "builder/store/subspace_locks.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace mill {
namespace {

/// Sets or takes back the lock on one byte. Such locks belong to the open file, not the process.
/// @param command  F_OFD_SETLK, or F_OFD_SETLKW to wait for it
bool set_lock(int descriptor, int command, short type, off_t place) {
  struct flock range = {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = place;
  range.l_len = 1;
  int done;
  do {
    done = ::fcntl(descriptor, command, &range);
  } while (done != 0 && errno == EINTR);
  return done == 0;
}

}  // namespace

SubspaceLocks::SubspaceLocks(const std::filesystem::path& file, std::uint32_t realm)
    : realm_(realm),
      descriptor_(new int(::open(file.c_str(),
                                 O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666)),
                  [](const int* held) {
                    if (*held >= 0) ::close(*held);
                    delete held;
                  }) {}

/// A byte of its own for each subspace, far beyond what the file holds.
off_t SubspaceLocks::place_of(const Subspace& subspace) const {
  constexpr off_t kBeyondAllContents = off_t{1} << 40;
  off_t place = realm_;
  for (int count : {subspace.own, subspace.opponent, subspace.own_hand, subspace.opponent_hand})
    place = place << 8 | count;
  return kBeyondAllContents + place;
}

SubspaceLocks::Lock SubspaceLocks::unlocked_later(off_t place) const {
  const auto unlock = [descriptor = descriptor_, place](const void*) {
    set_lock(*descriptor, F_OFD_SETLK, F_UNLCK, place);
  };
  return Lock(descriptor_.get(), unlock);
}

SubspaceLocks::Lock SubspaceLocks::try_lock(const Subspace& subspace) const {
  const off_t place = place_of(subspace);
  if (!set_lock(*descriptor_, F_OFD_SETLK, F_WRLCK, place) && (errno == EAGAIN || errno == EACCES))
    return nullptr;
  return unlocked_later(place);
}

SubspaceLocks::Lock SubspaceLocks::share(const Subspace& subspace) const {
  const off_t place = place_of(subspace);
  set_lock(*descriptor_, F_OFD_SETLKW, F_RDLCK, place);
  return unlocked_later(place);
}

}  // namespace mill
