#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>

#include "base/error.h"

namespace mill {

/// The whole of a text file. kMissingFile or kInputOutput for one that cannot be read,
/// kInvalidArgument for one that is larger than `largest` bytes.
Result<std::string> read_text_file(const std::filesystem::path& path, std::size_t largest);

/// The whole of a stream. Errors as read_text_file(), which name it.
Result<std::string> read_text(std::istream& stream, const std::string& name, std::size_t largest);

/// Writes a text where a name that a user has given leads, through symbolic links. A file appears
/// there only when it is complete (OutputFile). A pipe, a device, or what this process has open
/// (/dev/stdout, /dev/fd/3) stays what it is and is written into. Errors as OutputFile.
Result<void> write_text_file(const std::filesystem::path& path, std::string_view text);

}  // namespace mill
