#include "base/file_bytes.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/machine.h"
#include "base/places.h"

namespace mill {
namespace {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

/// Whether mapped bytes can be loaded. Where their file has become shorter, or its disk fails, a
/// load would end the process; the system is asked instead. It has an answer since Linux 5.14, and
/// takes part of a microsecond for it; nothing helps against who shortens the file in the moment
/// between answer and load.
bool can_be_loaded([[maybe_unused]] std::span<const std::uint8_t> bytes) {
#ifdef MADV_POPULATE_READ
  const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data());
  const std::uintptr_t in_page = begin % page_size();
  auto* const first_page = const_cast<std::uint8_t*>(bytes.data() - in_page);
  return ::madvise(first_page, bytes.size() + in_page, MADV_POPULATE_READ) == 0 || errno != EFAULT;
#else
  return true;
#endif
}

class MappedBytes final : public FileBytes {
 public:
  /// @param mapped  what was mapped, to be unmapped
  /// @param skipped  bytes of it before the part
  MappedBytes(std::span<std::uint8_t> mapped, std::size_t skipped, PlaceText place)
      : mapped_(mapped),
        data_(mapped.data() + skipped),
        size_(mapped.size() - skipped),
        place_(std::move(place)) {}
  ~MappedBytes() override { ::munmap(mapped_.data(), mapped_.size()); }
  MappedBytes(const MappedBytes&) = delete;
  MappedBytes& operator=(const MappedBytes&) = delete;

  std::uint64_t size() const override { return size_; }
  Result<std::span<const std::uint8_t>> read(std::uint64_t offset, std::size_t size,
                                             std::vector<std::uint8_t>&) const override {
    const std::span bytes(data_ + offset, size);
    if (!can_be_loaded(bytes))
      return fail(ErrorCode::kDamagedFile,
                  "{}: bytes {}..{} cannot be loaded: the file had {} when it was opened and is "
                  "shorter now, or its disk fails",
                  place_, offset, offset + size - 1, size_);
    return bytes;
  }

 private:
  std::span<std::uint8_t> mapped_;
  const std::uint8_t* data_;
  std::size_t size_;
  PlaceText place_;
};

class PositionedBytes final : public FileBytes {
 public:
  PositionedBytes(Descriptor descriptor, FilePart part, PlaceText place)
      : descriptor_(std::move(descriptor)), part_(part), place_(std::move(place)) {}

  std::uint64_t size() const override { return part_.size; }
  Result<std::span<const std::uint8_t>> read(std::uint64_t offset, std::size_t size,
                                             std::vector<std::uint8_t>& scratch) const override {
    scratch.resize(size);
    std::size_t done = 0;
    while (done < size) {
      const ssize_t got = ::pread(descriptor_.number(), scratch.data() + done, size - done,
                                  static_cast<off_t>(part_.offset + offset + done));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0)
        return fail(ErrorCode::kInputOutput, "{}: cannot be read: {}", place_,
                    std::strerror(errno));
      if (got == 0)
        return fail(ErrorCode::kDamagedFile, "{}: ends at byte {}, but had {} when it was opened",
                    place_, offset + done, part_.size);
      done += static_cast<std::size_t>(got);
    }
    return std::span<const std::uint8_t>(scratch);
  }

 private:
  Descriptor descriptor_;
  FilePart part_;
  PlaceText place_;
};

/// Bytes that somebody else keeps.
class BytesInPlace : public FileBytes {
 public:
  explicit BytesInPlace(std::span<const std::uint8_t> contents) : contents_(contents) {}

  std::uint64_t size() const override { return contents_.size(); }
  Result<std::span<const std::uint8_t>> read(std::uint64_t offset, std::size_t size,
                                             std::vector<std::uint8_t>&) const override {
    return contents_.subspan(offset, size);
  }

 private:
  std::span<const std::uint8_t> contents_;
};

/// A file that is open, and its size when it was opened.
struct OpenFile {
  Descriptor descriptor;
  std::uint64_t size;
};

Result<OpenFile> open_file(const std::filesystem::path& path, const PlaceText& place) {
  Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (descriptor.number() < 0 && (errno == ENOENT || errno == ENOTDIR))
    return fail(ErrorCode::kMissingFile, "{}: there is no such file", place);
  struct stat status;
  if (descriptor.number() < 0 || ::fstat(descriptor.number(), &status) != 0)
    return fail(ErrorCode::kInputOutput, "{}: cannot be opened: {}", place, std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    return fail(ErrorCode::kInputOutput, "{}: is not a regular file", place);
  return OpenFile{std::move(descriptor), static_cast<std::uint64_t>(status.st_size)};
}

/// @param part  lies in the file
Result<std::unique_ptr<const FileBytes>> bytes_of(OpenFile file, FileAccess access, FilePart part,
                                                  const PlaceText& place) {
  // Nothing cannot be mapped.
  if (access == FileAccess::kPositioned || part.size == 0)
    return std::make_unique<const PositionedBytes>(std::move(file.descriptor), part, place);
  const std::size_t skipped = part.offset % page_size();  // mappings begin with a page
  const std::size_t size = skipped + part.size;
  // Of files whose bytes are made when they are read there are no shared mappings.
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor.number(),
                      static_cast<off_t>(part.offset - skipped));
  if (data == MAP_FAILED)
    return fail(ErrorCode::kInputOutput, "{}: cannot be mapped into memory: {}", place,
                std::strerror(errno));
  return std::make_unique<const MappedBytes>(std::span(static_cast<std::uint8_t*>(data), size),
                                             skipped, place);
}

}  // namespace

std::unique_ptr<const FileBytes> FileBytes::in_place(std::span<const std::uint8_t> contents) {
  return std::make_unique<const BytesInPlace>(contents);
}

Result<std::unique_ptr<const FileBytes>> FileBytes::open(const std::filesystem::path& path,
                                                         FileAccess access) {
  const PlaceText place = file_place(path);
  auto file = MILLSTONE_TRY(open_file(path, place));
  const FilePart whole{0, file.size};
  return bytes_of(std::move(file), access, whole, place);
}

Result<std::unique_ptr<const FileBytes>> FileBytes::open_part(const std::filesystem::path& path,
                                                              FileAccess access, FilePart part,
                                                              const PlaceText& place) {
  auto file = MILLSTONE_TRY(open_file(path, place));
  if (part.offset > file.size || part.size > file.size - part.offset)
    return fail(ErrorCode::kDamagedFile, "{}: is damaged: its file ends before it does", place);
  return bytes_of(std::move(file), access, part, place);
}

}  // namespace mill
