#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "formats/file_header.h"
#include "game/variant.h"

namespace mill {

/// A file that is a database by its name; nothing is known of its contents.
struct DatabaseEntry {
  Subspace subspace;
  Metric metric = Metric::kValue;
  std::filesystem::path path;
  std::span<const std::uint8_t> contents = {};  ///< of a file that is compiled in, else none
};

/// The entry of a file with this name; none where that is not the name of a subspace of the
/// variant.
std::optional<DatabaseEntry> entry_by_name(const Variant& variant,
                                           const std::filesystem::path& path);

/// The files of a directory whose names are those of subspaces of the variant, sorted by subspace
/// in the order of closure(), the value file before the distance file. Other files, unfinished ones
/// among them, are passed over. kMissingFile if there is no such directory, kInputOutput if it
/// cannot be read.
Result<std::vector<DatabaseEntry>> list_database(const std::filesystem::path& directory,
                                                 const Variant& variant);

}  // namespace mill
