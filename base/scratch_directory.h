#pragma once

#include <filesystem>

#include "base/error.h"

namespace mill {

/// An empty directory for temporary files; removed with all that is in it.
class ScratchDirectory {
 public:
  /// Where the system keeps temporary files: `TMPDIR`, otherwise `/tmp`.
  /// Errors: kInputOutput.
  static Result<ScratchDirectory> create();

  /// In an existing directory.
  /// Errors: kInputOutput.
  static Result<ScratchDirectory> create_in(const std::filesystem::path& parent);

  ~ScratchDirectory();
  ScratchDirectory(ScratchDirectory&& other) noexcept { path_.swap(other.path_); }
  ScratchDirectory& operator=(ScratchDirectory&&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  ScratchDirectory() = default;

  std::filesystem::path path_;  // empty: nothing to remove
};

}  // namespace mill
