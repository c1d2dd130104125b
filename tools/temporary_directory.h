#pragma once

#include <filesystem>

#include "game/error.h"

namespace millstone {

/// An empty directory where the system keeps temporary files; removed with all that is in it.
class TemporaryDirectory {
 public:
  static Result<TemporaryDirectory> create();
  ~TemporaryDirectory();
  TemporaryDirectory(TemporaryDirectory&& other) noexcept { path_.swap(other.path_); }
  TemporaryDirectory& operator=(TemporaryDirectory&&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  TemporaryDirectory() = default;

  std::filesystem::path path_;  // empty: nothing to remove
};

}  // namespace millstone
