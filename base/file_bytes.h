#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/place_text.h"

namespace mill {

/// How the bytes of a file are fetched.
enum class FileAccess {
  kMapped,  ///< mapped into memory: no copies; a file that was cut short is an error, but cutting
            ///< it during a read (before Linux 5.14, at any time) ends the process
  kPositioned,  ///< pread: one copy per read, and every failure is an error that can be handled
};

/// Part of a file, in bytes.
struct FilePart {
  std::uint64_t offset = 0, size = 0;
};

/// The bytes of a file that is open for reading. Safe to read from many threads.
class FileBytes {
 public:
  /// kMissingFile if there is no such file, otherwise kInputOutput.
  static Result<std::unique_ptr<const FileBytes>> open(const std::filesystem::path& path,
                                                       FileAccess access);

  /// Those of a part of a file. Errors as open(), and kDamagedFile if the file ends before the
  /// part.
  /// @param place  how messages name the part
  static Result<std::unique_ptr<const FileBytes>> open_part(const std::filesystem::path& path,
                                                            FileAccess access, FilePart part,
                                                            const PlaceText& place);

  /// Those of a file that is in memory already, and stays there: compiled in, for example.
  static std::unique_ptr<const FileBytes> in_place(std::span<const std::uint8_t> contents);

  virtual ~FileBytes() = default;

  /// Length of the file when it was opened, in bytes.
  virtual std::uint64_t size() const = 0;

  /// The bytes offset .. offset + size - 1, which must lie within size().
  /// @param scratch  holds the bytes if they have to be copied; reuse it to save allocations
  virtual Result<std::span<const std::uint8_t>> read(std::uint64_t offset, std::size_t size,
                                                     std::vector<std::uint8_t>& scratch) const = 0;
};

/// Hands the bytes of a part to take(bytes), a piece after the other; its first error ends that.
/// @param part  lies in the file
template <typename Take>
Result<void> read_in_pieces(const FileBytes& file, FilePart part, Take&& take) {
  constexpr std::uint64_t kPiece = 1 << 20;
  std::vector<std::uint8_t> scratch;
  const std::uint64_t end = part.offset + part.size;
  for (std::uint64_t at = part.offset; at < end; at += kPiece) {
    const auto piece = MILLSTONE_TRY(file.read(at, std::min(kPiece, end - at), scratch));
    MILLSTONE_TRY(take(piece));
  }
  return {};
}

}  // namespace mill
