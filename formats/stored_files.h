#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/file_bytes.h"

namespace mill {

// The files of a database are in a directory or in a pack, which is one file. A path that names
// either, joined with the name of a file in it, names that file, so that those who read files need
// not know which it is. The functions may be called from many threads.

/// Opens a file of a directory or a pack. kMissingFile if there is no such file, kDamagedFile or
/// kUnsupportedVersion of a pack that cannot be read, otherwise kInputOutput.
Result<std::unique_ptr<const FileBytes>> open_stored(const std::filesystem::path& path,
                                                     FileAccess access);

/// The whole of a text in a directory or a pack. Errors as open_stored(), and kInvalidArgument for
/// one that is larger than `largest` bytes.
Result<std::string> read_stored_text(const std::filesystem::path& path, std::size_t largest);

/// Whether this is a file that begins as packs do.
bool is_pack(const std::filesystem::path& path);

/// kInvalidArgument for a pack, which nothing is written into.
Result<void> refuse_pack(const std::filesystem::path& directory);

/// All files of a directory or a pack, whatever they hold, sorted by name. kMissingFile if there is
/// neither, naming the command that makes one; errors as open_stored() of a pack; otherwise
/// kInputOutput.
/// @param rules_options  for that command: variant_options() of rules that are known
Result<std::vector<std::filesystem::path>> list_stored(const std::filesystem::path& directory,
                                                       std::string_view rules_options);

}  // namespace mill
