#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"

namespace mill {

/// The whole of a text file. kMissingFile or kInputOutput for one that cannot be read,
/// kInvalidArgument for one that is larger than `largest` bytes.
Result<std::string> read_text_file(const std::filesystem::path& path, std::size_t largest);

/// Writes a text file under a temporary name and renames it. Errors as OutputFile.
Result<void> write_text_file(const std::filesystem::path& path, std::string_view text);

}  // namespace mill
