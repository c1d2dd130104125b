#include "builder/subspace_locks.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace millstone {
namespace {

/// A byte of its own for each subspace, far beyond what the file holds.
off_t place_of(const Subspace& subspace) {
  constexpr off_t kBeyondAllContents = off_t{1} << 40;
  off_t place = 0;
  for (int count : {subspace.own, subspace.opponent, subspace.own_hand, subspace.opponent_hand})
    place = place << 8 | count;
  return kBeyondAllContents + place;
}

/// Sets or takes back the lock on one byte. Such locks belong to the open file, not the process.
bool set_lock(int descriptor, short type, off_t place) {
  struct flock range = {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = place;
  range.l_len = 1;
  int done;
  do {
    done = ::fcntl(descriptor, F_OFD_SETLK, &range);
  } while (done != 0 && errno == EINTR);
  return done == 0;
}

}  // namespace

SubspaceLocks::SubspaceLocks(const std::filesystem::path& file)
    : descriptor_(new int(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)),
                  [](const int* held) {
                    if (*held >= 0) ::close(*held);
                    delete held;
                  }) {}

SubspaceLocks::Lock SubspaceLocks::try_lock(const Subspace& subspace) const {
  const off_t place = place_of(subspace);
  if (!set_lock(*descriptor_, F_WRLCK, place) && (errno == EAGAIN || errno == EACCES))
    return nullptr;
  const auto unlock = [descriptor = descriptor_, place](const void*) {
    set_lock(*descriptor, F_UNLCK, place);
  };
  return Lock(descriptor_.get(), unlock);
}

}  // namespace millstone
