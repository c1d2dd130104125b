#pragma once

#include <filesystem>

#include "base/error.h"
#include "game/variant.h"

namespace mill {

/// The rules that the database in a directory was made for, as its files tell them: those of the
/// first file, by name, whose header is whole, with the groups of the position text that it tells.
/// A variant whose board is not compiled in gets a board without groups where the file, an older
/// one, does not tell them (see parse_canonical_text).
///
/// kMissingFile if there is no such directory or no database file in it; kUnsupportedRule if this
/// version cannot express the rules; otherwise the error of the first file.
Result<Variant> stored_rules(const std::filesystem::path& directory);

}  // namespace mill
