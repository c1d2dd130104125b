#pragma once

#include <filesystem>
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
};

/// The files of a directory whose names are those of subspaces of the variant, sorted by subspace
/// in the order of closure(), the value file before the distance file. Other files, unfinished ones
/// among them, are passed over. kMissingFile if there is no such directory, kInputOutput if it
/// cannot be read.
Result<std::vector<DatabaseEntry>> list_database(const std::filesystem::path& directory,
                                                 const Variant& variant);

}  // namespace mill
