#pragma once

#include <filesystem>

#include "base/error.h"

namespace mill {

/// Makes the directory that a task writes into, and those above it, where they are not there.
inline Result<void> make_target_directory(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error)
    return fail(ErrorCode::kInputOutput, "{}: cannot be made: {}", directory.string(),
                error.message());
  return {};
}

}  // namespace mill
