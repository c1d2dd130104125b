#pragma once

#include <vector>

#include "formats/database_directory.h"

namespace mill {

/// The database files of few stones that are compiled in for these rules, or none; their contents
/// stay where they are. From any thread.
std::vector<DatabaseEntry> shipped_endings(const Variant& variant);

}  // namespace mill
