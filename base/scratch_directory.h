#pragma once

#include <filesystem>

#include "base/error.h"

namespace mill {

/// An empty directory where the system keeps temporary files; removed with all that is in it.
class ScratchDirectory {
 public:
  static Result<ScratchDirectory> create();
  ~ScratchDirectory();
  ScratchDirectory(ScratchDirectory&& other) noexcept { path_.swap(other.path_); }
  ScratchDirectory& operator=(ScratchDirectory&&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  ScratchDirectory() = default;

  std::filesystem::path path_;  // empty: nothing to remove
};

}  // namespace mill
