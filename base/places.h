#pragma once

#include <filesystem>

#include "base/place_text.h"

namespace mill {

/// How messages name a file.
inline PlaceText file_place(const std::filesystem::path& file) {
  return {file.string(), file.filename().string()};
}

/// What stands for a directory in messages to those who are not to learn its name.
inline constexpr const char* kSomeDirectory = "DIR";

/// How messages name a directory.
inline PlaceText directory_place(const std::filesystem::path& directory) {
  return {directory.string(), kSomeDirectory};
}

}  // namespace mill
