#pragma once

#include <cstdint>
#include <filesystem>

#include "base/error.h"
#include "base/numbers.h"
#include "formats/stored_files.h"

namespace mill {

/// Makes the directory that a task writes into, and those above it, where they are not there.
inline Result<void> make_target_directory(const std::filesystem::path& directory) {
  MILLSTONE_TRY(refuse_pack(directory));
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error)
    return fail(ErrorCode::kInputOutput, "{}: cannot be made: {}", directory.string(),
                error.message());
  return {};
}

/// kNoSpace if the disk of a directory has less room left than is needed. Where the system doesn't
/// tell, writing will.
inline Result<void> check_room(const std::filesystem::path& directory, std::uint64_t bytes) {
  std::error_code error;
  const std::filesystem::space_info room = std::filesystem::space(directory, error);
  if (error || room.available >= bytes) return {};
  return fail(ErrorCode::kNoSpace, "{}: has {} MiB left, where {} MiB are needed",
              directory.string(), room.available >> 20, mebibytes_for(bytes));
}

}  // namespace mill
