#include "base/output_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace mill {
namespace {

constexpr std::size_t kBufferSize = std::size_t{1} << 20;

/// Makes a rename in that directory durable; the number of the error, or 0.
int sync_directory(const std::filesystem::path& directory) {
  const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  const int error_number = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  // Some file systems cannot sync a directory and say so with EINVAL.
  return error_number == EINVAL ? 0 : error_number;
}

}  // namespace

tl::unexpected<Error> output_failure(const std::filesystem::path& path, const char* action,
                                     int error_number) {
  const bool full = error_number == ENOSPC || error_number == EDQUOT || error_number == EFBIG;
  return fail(full ? ErrorCode::kNoSpace : ErrorCode::kInputOutput, "{}: cannot be {}: {}",
              path.string(), action, std::strerror(error_number));
}

OutputFile::OutputFile(std::filesystem::path final_path)
    : final_path_(std::move(final_path)), partial_path_(final_path_) {
  partial_path_ += ".partial";
}

OutputFile::~OutputFile() { discard(); }

OutputFile::OutputFile(OutputFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      final_path_(std::move(other.final_path_)),
      partial_path_(std::move(other.partial_path_)),
      size_(other.size_),
      buffer_(std::move(other.buffer_)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this == &other) return *this;
  discard();
  descriptor_ = std::exchange(other.descriptor_, -1);
  final_path_ = std::move(other.final_path_);
  partial_path_ = std::move(other.partial_path_);
  size_ = other.size_;
  buffer_ = std::move(other.buffer_);
  return *this;
}

void OutputFile::discard() {
  if (descriptor_ < 0) return;
  ::unlink(partial_path_.c_str());  // while the lock is held, so that it is ours
  ::close(std::exchange(descriptor_, -1));
}

tl::unexpected<Error> OutputFile::failed(const char* action, int error_number) const {
  return output_failure(final_path_, action, error_number);
}

void OutputFile::close_partial() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

/// Opens a file that is new, or one that only this user can have left.
Result<void> OutputFile::open_partial(Access access) {
  constexpr int kFlags = O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  const mode_t mode = access == Access::kOwnerOnly ? 0600 : 0666;
  descriptor_ = ::open(partial_path_.c_str(), kFlags | O_CREAT | O_EXCL, mode);
  if (descriptor_ >= 0) return {};
  if (errno != EEXIST) return failed("created", errno);
  descriptor_ = ::open(partial_path_.c_str(), kFlags);
  if (descriptor_ < 0 && errno == ENOENT) return {};  // gone in the meantime
  if (descriptor_ < 0 && errno != ELOOP && errno != ENXIO) return failed("created", errno);
  struct stat status = {};
  const bool ours = descriptor_ >= 0 && ::fstat(descriptor_, &status) == 0 &&
                    S_ISREG(status.st_mode) && status.st_uid == ::geteuid() && status.st_nlink <= 1;
  // What an unfinished run left may have been open to others; the next is as private as asked for.
  if (ours && (access != Access::kOwnerOnly || ::fchmod(descriptor_, mode) == 0)) return {};
  close_partial();
  return fail(ErrorCode::kInputOutput,
              "{}: is not a file that this user left unfinished, but a link or somebody else's: "
              "remove it first",
              partial_path_.string());
}

/// Locks the open file; false if it has lost its name by then, as by a process that has finished
/// it.
Result<bool> OutputFile::lock_partial() {
  if (descriptor_ < 0) return false;
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const int lock_error = errno;
    close_partial();
    if (lock_error != EWOULDBLOCK) return failed("locked", lock_error);
    return fail(ErrorCode::kBusy, "{}: is being written by another process", final_path_.string());
  }
  struct stat opened = {}, named = {};
  const bool same = ::fstat(descriptor_, &opened) == 0 &&
                    ::lstat(partial_path_.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
                    opened.st_ino == named.st_ino;
  if (!same) close_partial();
  return same;
}

Result<OutputFile> OutputFile::create(const std::filesystem::path& final_path, Access access) {
  OutputFile file(final_path);
  for (bool locked = false; !locked;) {
    MILLSTONE_TRY(file.open_partial(access));
    locked = MILLSTONE_TRY(file.lock_partial());
  }
  if (::ftruncate(file.descriptor_, 0) != 0) return file.failed("created", errno);
  file.buffer_.reserve(kBufferSize);
  return file;
}

Result<void> OutputFile::append(std::span<const std::uint8_t> bytes) {
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  if (buffer_.size() < kBufferSize) return {};
  return flush();
}

Result<void> OutputFile::flush() {
  MILLSTONE_TRY(write_at(size_, buffer_));
  size_ += buffer_.size();
  buffer_.clear();
  return {};
}

Result<void> OutputFile::write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failed("written", errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
  return {};
}

Result<void> OutputFile::publish() {
  MILLSTONE_TRY(flush());
  if (::fsync(descriptor_) != 0) return failed("synced to disk", errno);
  if (::rename(partial_path_.c_str(), final_path_.c_str()) != 0) return failed("renamed", errno);
  // The file is complete and has its name: from here on there is nothing to discard.
  const int close_error = ::close(std::exchange(descriptor_, -1)) == 0 ? 0 : errno;
  if (close_error != 0) return failed("closed", close_error);
  const std::filesystem::path parent = final_path_.parent_path();
  const int sync_error = sync_directory(parent.empty() ? "." : parent);
  if (sync_error != 0) return failed("made durable under its name", sync_error);
  return {};
}

}  // namespace mill
