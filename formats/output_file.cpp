#include "formats/output_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace millstone {
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

OutputFile::OutputFile(int descriptor, std::filesystem::path final_path,
                       std::filesystem::path partial_path)
    : descriptor_(descriptor),
      final_path_(std::move(final_path)),
      partial_path_(std::move(partial_path)) {}

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
  const bool full = error_number == ENOSPC || error_number == EDQUOT || error_number == EFBIG;
  return fail(full ? ErrorCode::kNoSpace : ErrorCode::kInputOutput, "{}: cannot be {}: {}",
              final_path_.string(), action, std::strerror(error_number));
}

Result<OutputFile> OutputFile::create(const std::filesystem::path& final_path) {
  std::filesystem::path partial_path = final_path;
  partial_path += ".partial";
  const int descriptor = ::open(partial_path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  const int open_error = errno;
  OutputFile file(descriptor, final_path, std::move(partial_path));
  if (descriptor < 0) return file.failed("created", open_error);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    ::close(std::exchange(file.descriptor_, -1));
    return fail(ErrorCode::kInputOutput, "{}: is being written by another process",
                final_path.string());
  }
  if (::ftruncate(descriptor, 0) != 0) return file.failed("created", errno);
  file.buffer_.reserve(kBufferSize);
  return file;
}

Result<void> OutputFile::append(std::span<const std::uint8_t> bytes) {
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  if (buffer_.size() < kBufferSize) return {};
  return flush();
}

Result<void> OutputFile::flush() {
  if (auto done = write_at(size_, buffer_); !done) return done;
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
  if (auto done = flush(); !done) return done;
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

}  // namespace millstone
