#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "base/error.h"

namespace mill {

/// Why a file could not be "created", "written" ...: kNoSpace when the disk, a quota or the limit
/// of file size is reached, otherwise kInputOutput. Names the file.
tl::unexpected<Error> output_failure(const std::filesystem::path& path, const char* action,
                                     int error_number);

/// A file that appears under its name only when it is complete. It grows as NAME.partial, which
/// one process at a time may write; publish() syncs it and renames it. Destroyed before that, it
/// leaves nothing. What has the name is replaced, whatever it is. Errors as output_failure(). One
/// thread.
class OutputFile {
 public:
  /// Who may read and write the file, as far as the user's mask allows it.
  enum class Access { kEverybody, kOwnerOnly };

  /// Truncates what a killed process of this user may have left, and nothing else: links, and files
  /// of other users or with further names, are refused. kBusy while another process writes it.
  static Result<OutputFile> create(const std::filesystem::path& final_path,
                                   Access access = Access::kEverybody);
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;

  /// Leaves `size` bytes to be filled in by write_at(). Before the first append().
  void reserve(std::uint64_t size) { size_ = size; }

  /// Writes behind all that was written or reserved; buffered.
  Result<void> append(std::span<const std::uint8_t> bytes);

  /// Writes into what was reserved.
  Result<void> write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes);

  /// Bytes written or reserved so far.
  std::uint64_t size() const { return size_ + buffer_.size(); }

  /// Makes the file durable and gives it its name, replacing an older file.
  Result<void> publish();

 private:
  explicit OutputFile(std::filesystem::path final_path);
  Result<void> open_partial(Access access);
  Result<bool> lock_partial();
  void close_partial();
  Result<void> flush();
  void discard();
  tl::unexpected<Error> failed(const char* action, int error_number) const;

  int descriptor_ = -1;
  std::filesystem::path final_path_, partial_path_;
  std::uint64_t size_ = 0;  // without what is buffered
  std::vector<std::uint8_t> buffer_;
};

}  // namespace mill
