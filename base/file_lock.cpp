#include "base/file_lock.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace mill {
namespace {

struct flock one_byte(short type, off_t byte) {
  struct flock range = {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = byte;
  range.l_len = 1;
  return range;
}

/// Sets or takes back the lock on one byte.
/// @param command  F_OFD_SETLK, or F_OFD_SETLKW to wait for it
bool set_lock(int descriptor, int command, short type, off_t byte) {
  struct flock range = one_byte(type, byte);
  int done;
  do {
    done = ::fcntl(descriptor, command, &range);
  } while (done != 0 && errno == EINTR);
  return done == 0;
}

}  // namespace

FileLocks::FileLocks(const std::filesystem::path& file) : FileLocks(file, O_RDWR | O_CREAT) {}

FileLocks FileLocks::of_readable(const std::filesystem::path& file) { return {file, O_RDONLY}; }

FileLocks::FileLocks(const std::filesystem::path& file, int flags)
    : descriptor_(new int(::open(file.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666)),
                  [](const int* held) {
                    if (*held >= 0) ::close(*held);
                    delete held;
                  }) {}

FileLocks::Lock FileLocks::unlocked_later(off_t byte) const {
  const auto unlock = [descriptor = descriptor_, byte](const void*) {
    set_lock(*descriptor, F_OFD_SETLK, F_UNLCK, byte);
  };
  return Lock(descriptor_.get(), unlock);
}

FileLocks::Lock FileLocks::try_lock(off_t byte) const {
  if (!set_lock(*descriptor_, F_OFD_SETLK, F_WRLCK, byte) && (errno == EAGAIN || errno == EACCES))
    return nullptr;
  return unlocked_later(byte);
}

FileLocks::Lock FileLocks::share(off_t byte) const {
  set_lock(*descriptor_, F_OFD_SETLKW, F_RDLCK, byte);
  return unlocked_later(byte);
}

bool FileLocks::is_held(off_t byte) const {
  struct flock range = one_byte(F_WRLCK, byte);
  return ::fcntl(*descriptor_, F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
}

}  // namespace mill
