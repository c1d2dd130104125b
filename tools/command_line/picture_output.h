#pragma once

#include <filesystem>
#include <string_view>

#include "base/error.h"

namespace mill {

/// The name that stands for the standard output where a picture goes.
inline constexpr std::string_view kOutputName = "-";

/// Refuses (kInvalidArgument) a picture on the standard output where JSON goes there, too.
Result<void> check_picture(const std::filesystem::path& path, bool json);

/// Writes a picture into a file, or to the standard output if that is its name. Errors as
/// write_text_file(), kInputOutput for output that is closed.
Result<void> write_picture(const std::filesystem::path& path, std::string_view text);

}  // namespace mill
